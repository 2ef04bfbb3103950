// SPDX-License-Identifier: Apache-2.0
// Builds the page once, before all tests.

import { buildPage } from '../../../js/tools/build-page.js'
import { PAGE_FOLDER } from './fixtures.js'

export default () => buildPage(PAGE_FOLDER)
