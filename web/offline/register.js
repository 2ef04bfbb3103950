// SPDX-License-Identifier: Apache-2.0
/** STUB, helper H */
export function registerOffline() {}
