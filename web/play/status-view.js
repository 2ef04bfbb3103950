// SPDX-License-Identifier: Apache-2.0
/** STUB, helper E @param {HTMLElement} root @param {import('../app.js').App} app */
export function mountStatus(root, app) {
  void [root, app]
}
