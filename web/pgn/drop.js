// SPDX-License-Identifier: Apache-2.0
/** STUB, helper F @param {import('../app.js').App} app */
export function takeDrops(app) {
  void app
}
