// SPDX-License-Identifier: Apache-2.0
/** STUB, helper H @param {HTMLElement} root @param {import('../app.js').App} app */
export function mountHood(root, app) {
  void [root, app]
}
