// SPDX-License-Identifier: Apache-2.0
import { probe } from './probe.js'

postMessage(await probe())
