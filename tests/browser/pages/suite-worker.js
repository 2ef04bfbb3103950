// SPDX-License-Identifier: Apache-2.0

const { runAll } = await import(`/suite.js${location.search}`)
postMessage(await runAll())
