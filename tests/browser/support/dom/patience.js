// SPDX-License-Identifier: Apache-2.0

/** Milliseconds between two looks at the document. */
export const STEP = 10
/** Milliseconds after which what is waited for has not come: a bound of what hangs. */
export const PATIENCE = Number(process.env.BINBO_PATIENCE) || 20_000
