// SPDX-License-Identifier: Apache-2.0
import { test } from 'node:test'
import { assertSuitePasses } from './support/other-build.js'

test('the suite against the slim build', () => assertSuitePasses('slim'))
