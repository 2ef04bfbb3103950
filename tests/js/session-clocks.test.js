// SPDX-License-Identifier: Apache-2.0
// Clocks and offers, by the tables of tests/data/sessions: the nearest tests of js/session/clock and js/session/reducer, and of
// js/session/commands/absence, js/session/commands/draws, js/session/commands/end, js/session/commands/takebacks,
// js/session/commands/time and js/session/commands/vacation.

import { test } from 'node:test'
import { runTables } from './support/sessions.js'

runTables('clocks.txt', test)
runTables('offers.txt', test)
