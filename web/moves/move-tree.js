// SPDX-License-Identifier: Apache-2.0
/** STUB, helper B @param {HTMLElement} root @param {import('../app.js').App} app */
export function mountMoves(root, app) {
  app.study.onChange(() => {
    root.textContent = app.study.tree.toString()
  })
}
