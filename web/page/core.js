// SPDX-License-Identifier: Apache-2.0
// The chess core, streamed by the page and by each Worker that uses it. Other contents have another address, so that
// no page or Worker loads those of another version.

/// <reference path="./built.d.ts" />

import { init } from 'binbo/slim'

/**
 * Loads the core into this page or Worker; both stand in the same folder. Nothing of `binbo` works before.
 * @returns {Promise<void>}
 * @throws {ChessError} ERR_INIT if it cannot be loaded, ERR_WASM if it cannot be compiled
 */
export const startCore = () => init(fetch(new URL(CORE, location.href)))

/** @param {keyof typeof WORKERS} name @returns {Worker} */
export const startWorker = name => new Worker(new URL(WORKERS[name], location.href), { type: 'module' })
