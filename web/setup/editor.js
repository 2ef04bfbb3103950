// SPDX-License-Identifier: Apache-2.0
/** STUB, helper G @param {import('../app.js').App} app */
export function openEditor(app) {
  void app
}
