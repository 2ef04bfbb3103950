// SPDX-License-Identifier: Apache-2.0
// Where the page's Workers are. Another version of one has another name, so that no page starts that of another.

/// <reference path="./worker-names.d.ts" />

/** @param {keyof typeof WORKERS} name @returns {URL} */
export const workerAddress = name => new URL(WORKERS[name], document.baseURI)
