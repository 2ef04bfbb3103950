// SPDX-License-Identifier: Apache-2.0
// The address of the source, as the head of the page has it, from what a package.json may name.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceOf } from '../../js/tools/build-page.js'

test('every form of a repository becomes an address for browsers', () => {
  assert.equal(sourceOf(), '')
  for (const repository of [
    'https://github.com/some/binbo',
    'github:some/binbo',
    'some/binbo',
    { url: 'git+https://github.com/some/binbo.git' },
    { url: 'git://github.com/some/binbo.git' },
    { url: 'git+ssh://git@github.com/some/binbo.git' },
  ])
    assert.equal(sourceOf(repository), 'https://github.com/some/binbo')
  assert.equal(sourceOf('gitlab:some/binbo'), 'https://gitlab.com/some/binbo')
  assert.equal(sourceOf({ url: 'https://example.org/binbo' }), 'https://example.org/binbo')
})
