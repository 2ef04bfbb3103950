// SPDX-License-Identifier: Apache-2.0
// The script of the documents. They can be read without it.

import { mountSearch } from './search.js'

mountSearch()

// On a phone the contents lie over the text that their links lead to.
const contents = document.getElementById('contents')
contents?.addEventListener('click', ({ target }) => {
  const isLink = target instanceof Element && target.closest('a')
  if (isLink && contents.matches(':popover-open')) contents.hidePopover()
})
