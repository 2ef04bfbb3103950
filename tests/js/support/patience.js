// SPDX-License-Identifier: Apache-2.0

/** Milliseconds that a test waits for what must come, however busy the machine is. It bounds what hangs; it measures nothing. */
export const PATIENCE = 60_000
