// SPDX-License-Identifier: Apache-2.0
/** STUB, helper B @param {HTMLElement} root @param {import('../app.js').App} app */
export function mountNavigation(root, app) {
  void [root, app]
}
