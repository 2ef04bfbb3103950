// SPDX-License-Identifier: Apache-2.0
// What models do because others have changed: in the order of the list, once for each change; and the keys of the page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEYS } from '#web/page/keys.js'
import { connect } from '#web/reactions.js'
import { Study } from '#web/study/study.js'
import './support/page-window.js'

const { HELP } = await import('#web/page/keyboard-help.js')

/** Models that say what they are asked to do. @param {string[]} log */
const modelsOf = log =>
  Object.fromEntries(
    [
      'room',
      'analyst',
      'match',
      'proposal',
      'games',
      'places',
      'review',
      'questions',
      'announcer',
      'store',
    ].map(name => {
      const follow = (/** @type {unknown} */ what) => log.push(`${name} ${what ?? ''}`.trim())
      const act = () => follow(undefined)
      return [
        name,
        { changed() {}, follow, followRoom: act, play: act, cancel: act, change: act, changeSoon: act },
      ]
    }),
  )

test('the room knows the variant before others ask for an engine; what is drawn comes last', () => {
  const study = new Study()
  /** @type {string[]} */
  const log = []
  connect(/** @type {any} */ ({ ...modelsOf(log), study, history: study.history }))
  study.goTo(study.tree.root)
  assert.deepEqual(log, [], 'no change')
  study.setMode('play')
  assert.deepEqual(log, [
    'room',
    ...[
      'analyst mode',
      'match mode',
      'proposal',
      'games mode',
      'places mode',
      'review mode',
      'questions mode',
    ],
    ...['announcer mode', 'store'],
  ])
})

test('a model that is made later reacts from then on', () => {
  /** @type {string[]} */
  const log = []
  const models = { games: { changed() {} }, friends: /** @type {object | null} */ (null) }
  connect(/** @type {any} */ (models))
  models.games.changed()
  models.friends = { follow: () => log.push('friends') }
  models.games.changed()
  assert.deepEqual(log, ['friends'])
})

test('no key has two meanings in one place, and users read of each row but those that repeat or answer', () => {
  const seen = new Set()
  for (const { acts, within, outside, first } of KEYS)
    for (const key of Object.keys(acts)) {
      const where = `${key} within ${within} outside ${outside} ${first}`
      assert.ok(!seen.has(where), where)
      seen.add(where)
    }
  const rows = KEYS.map(({ acts }) => Object.values(acts))
  const told = HELP.flatMap(([, acts]) => Object.keys(acts))
  const untold = rows.filter(names => !names.some(name => told.includes(name)))
  assert.deepEqual(untold.flat(), ['confirm', 'cancel', 'cancelPremove'])
  const known = new Set([...rows.flat(), 'Tab', 'Alt'])
  assert.deepEqual(
    told.filter(name => !known.has(name)),
    [],
  )
})
