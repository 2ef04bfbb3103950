// SPDX-License-Identifier: Apache-2.0
/** STUB, helper D @param {import('../app.js').App} app */
export function openEngine(app) {
  void app
}
