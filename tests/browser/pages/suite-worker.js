// SPDX-License-Identifier: Apache-2.0

const { runAll } = await import(`/suite.js${location.search}`)
// A rejection would not reach the page.
runAll().then(postMessage, error => setTimeout(() => reportError(error)))
