// SPDX-License-Identifier: Apache-2.0
/** STUB, helper F @param {import('../app.js').App} app */
export function openGames(app) {
  void app
}
