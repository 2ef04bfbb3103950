// SPDX-License-Identifier: Apache-2.0
/** STUB, helper F @param {import('../app.js').App} app */
export function openShare(app) {
  void app
}
