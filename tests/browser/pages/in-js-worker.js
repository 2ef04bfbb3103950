// SPDX-License-Identifier: Apache-2.0
import { playInJs } from './in-js.js'

postMessage(await playInJs())
