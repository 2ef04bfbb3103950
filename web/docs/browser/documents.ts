// SPDX-License-Identifier: Apache-2.0
// The script of the documents, which can be read without it.

import { mountContents } from './contents.js'
import { mountCopying } from './copy.js'
import { mountSearch } from './search.js'

mountSearch()
mountContents()
mountCopying()

// Scrolls the list of documents to the current one.
const list = document.getElementById('site-documents')
const current = list?.querySelector('[aria-current]')
if (list && current instanceof HTMLElement && current.offsetTop > list.clientHeight * 0.8)
  list.scrollTop = current.offsetTop - list.clientHeight / 2
