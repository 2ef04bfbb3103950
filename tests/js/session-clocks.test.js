// SPDX-License-Identifier: Apache-2.0
// Clocks and offers, by the tables of tests/data/sessions.

import { test } from 'node:test'
import { runTables } from './support/sessions.js'

runTables('clocks.txt', test)
runTables('offers.txt', test)
