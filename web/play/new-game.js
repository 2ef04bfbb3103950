// SPDX-License-Identifier: Apache-2.0
/** STUB, helper E @param {import('../app.js').App} app */
export function openNewGame(app) {
  void app
}
