// SPDX-License-Identifier: Apache-2.0
// Writes the page as a folder for a static host: make pages. It works at any path, with or without the headers that
// make demo sends.

import { fileURLToPath } from 'node:url'
import { buildPage } from './build-page.js'

const folder = fileURLToPath(new URL('../../build/pages', import.meta.url))
await buildPage(folder)
console.log(`The page is in ${folder}: copy this folder to any web server.`)
