// SPDX-License-Identifier: Apache-2.0
/** STUB, helper C @param {HTMLElement} root @param {HTMLElement} bar @param {import('../app.js').App} app */
export function mountAnalysis(root, bar, app) {
  void [root, bar, app]
}
