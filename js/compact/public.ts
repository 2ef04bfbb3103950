// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/compact`.

export { decodeGame, decodeText, encodeGame, encodeText } from './compact.js'
