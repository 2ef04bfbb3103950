// SPDX-License-Identifier: Apache-2.0
// Edits of the page's tree are undone and redone; moves played in the meantime stay.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePgn } from 'binbo/pgn'
import { Study } from '#web/study/study.js'
import { pick, randomFrom } from '../random.js'

const RICH =
  '1. e4 e5 (1... c5 $1 {sharp} ({or} 1... e6 2. d4 d5 (2... c5)) 2. Nf3) 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 1-0'

/** @param {string} pgn */
function studyOf(pgn) {
  const study = new Study()
  study.load(parsePgn(pgn)[0])
  return study
}

/** @param {Study} study @param {...string} moves */
function nodeOf(study, ...moves) {
  study.toStart()
  for (const move of moves) study.play(move)
  return study.node
}

/** @param {Study} study @returns {string} moves, annotations and result */
const textOf = ({ tree }) => tree.toString({ headers: false }).trim().replaceAll('\n', ' ')

/** @param {Study} study */
const nodesOf = ({ tree }) => {
  const found = [tree.root]
  for (const node of found) found.push(...node.children)
  return found.slice(1)
}

test('promote, main line, delete and annotate are undone and redone, with the result', () => {
  const study = studyOf(RICH)
  const { history } = study
  const texts = [textOf(study)]
  const edits = [
    () => history.promote(nodeOf(study, 'e4', 'e6', 'd4')),
    () => history.makeMain(nodeOf(study, 'e4', 'c5', 'Nf3')),
    () => history.annotate('Comment on', study.node, () => void (study.node.comments = ['new'])),
    () => history.remove(nodeOf(study, 'e4', 'e5', 'Nf3', 'd6')),
  ]
  for (const edit of edits) {
    edit()
    texts.push(textOf(study))
  }
  assert.equal(new Set(texts).size, texts.length, 'each edit changes the game')
  assert.equal(study.outcome, null)
  assert.equal(history.names.undo, 'Delete 2… d6')
  for (const text of texts.slice(0, -1).toReversed()) {
    assert.ok(history.undo())
    assert.equal(textOf(study), text)
  }
  assert.equal(study.outcome?.result, '1-0')
  assert.equal(history.undo(), null)
  for (const text of texts.slice(1)) {
    assert.ok(history.redo())
    assert.equal(textOf(study), text)
  }
  assert.equal(history.redo(), null)
  history.undo()
  history.promote(nodeOf(study, 'e4', 'e6'))
  assert.equal(history.names.redo, '', 'a new edit ends what could be redone')
})

test('moves played since an edit stay when it is undone, and edits of moves that are gone are passed over', () => {
  const study = studyOf('1. e4 e5 (1... c5) 2. Nf3 *')
  const { history } = study
  history.makeMain(nodeOf(study, 'e4', 'c5'))
  // A game that is played has rules of its own for its moves.
  history.isPlayed = () => true
  study.play('Nc3')
  nodeOf(study, 'e4', 'd5')
  history.undo()
  assert.equal(textOf(study), '1. e4 e5 (1... c5 2. Nc3) (1... d5) 2. Nf3 *')
  history.promote(nodeOf(study, 'e4', 'd5'))
  study.remove(study.node)
  assert.equal(history.names.undo, 'Promote 1… d5')
  assert.equal(history.undo(), null)
})

test('moves, lines and headers are undone and redone, with the result; in a game that is played moves are not', () => {
  const study = studyOf('[White "Anna"]\n\n1. e4 e5 2. Nf3 1-0')
  const { history, tree } = study
  const whole = () => tree.toString()
  const texts = [whole()]
  nodeOf(study, 'e4', 'e5', 'Nf3')
  for (const edit of [
    () => study.play('Nc6'),
    () => study.playLine(['Bb5', 'a6', 'Ba4']),
    () => study.addLine(tree.root, ['d4', 'd5']),
    () => history.editHeaders('About this game', () => tree.headers.set('White', 'Zoë').delete('Black')),
    () => history.editHeaders('About this game', () => study.finish('0-1', 'Anna resigned')),
  ]) {
    edit()
    texts.push(whole())
  }
  assert.equal(new Set(texts).size, texts.length, 'each edit changes the game')
  study.play('b5')
  history.isPlayed = () => true
  assert.equal(history.names.undo, '')
  assert.equal(history.undo(), null)
  history.isPlayed = () => false
  assert.equal(history.undo()?.name, '4… b5')
  assert.equal(study.outcome?.how, 'Anna resigned')
  for (const text of texts.slice(0, -1).toReversed()) {
    assert.ok(history.undo())
    assert.equal(whole(), text)
  }
  assert.equal(study.node.san, 'Nf3')
  for (const text of texts.slice(1)) {
    assert.ok(history.redo())
    assert.equal(whole(), text)
  }
})

test('each game has its own edits', () => {
  const study = studyOf('1. e4 e5 *')
  const { tree } = study
  study.history.remove(nodeOf(study, 'e4', 'e5'))
  study.load(parsePgn('1. d4 *')[0])
  assert.equal(study.history.names.undo, '')
  assert.equal(study.history.undo(), null)
  study.load(tree)
  assert.equal(study.history.undo()?.name, 'Delete 1… e5')
  assert.equal(textOf(study), '1. e4 e5 *')
})

test('any edits in any order are undone to the start and redone to the end', () => {
  const seed = Number(process.env.BINBO_SEED ?? 11)
  const random = randomFrom(seed)
  for (let round = 0; round < 30; round++) {
    const study = studyOf(RICH)
    const { history } = study
    const before = textOf(study)
    for (let edit = 0; edit < 12; edit++) {
      const node = pick(random, nodesOf(study))
      if (!node) break
      const edits = [
        () => history.promote(node),
        () => history.makeMain(node),
        () => history.remove(node),
        () => study.addLine(node, [pick(random, node.position.legalMoves('move')).uci]),
        () => history.annotate('Comment on', node, () => void (node.nags = [(edit % 6) + 1])),
      ]
      pick(random, edits)()
    }
    const after = textOf(study)
    while (history.undo());
    assert.equal(textOf(study), before, `BINBO_SEED=${seed}, round ${round}`)
    while (history.redo());
    assert.equal(textOf(study), after, `BINBO_SEED=${seed}, round ${round}`)
  }
})

test('two hundred edits are kept, the last ones', () => {
  const study = studyOf('1. e4 e5 *')
  const { history } = study
  const node = nodeOf(study, 'e4')
  for (let nag = 1; nag <= 201; nag++) history.annotate('Annotate', node, () => void (node.nags = [nag]))
  let undone = 0
  while (history.undo()) assert.deepEqual(node.nags, [201 - ++undone])
  assert.equal(undone, 200)
})

test('where the current move is removed, or one above it, the board goes back to before that', () => {
  for (const [removed, current, left] of /** @type {const} */ ([
    [['e4', 'e5'], ['e4', 'e5', 'Nf3', 'Nc6'], 'e4'],
    [['e4', 'e5', 'Nf3', 'Nc6'], ['e4', 'e5', 'Nf3', 'Nc6'], 'Nf3'],
    [['e4', 'e5', 'Nf3', 'd6'], ['e4', 'e5', 'Nf3', 'Nc6'], 'Nc6'],
  ])) {
    const study = studyOf('1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) *')
    const node = nodeOf(study, ...removed)
    study.goTo(nodeOf(study, ...current))
    study.remove(node)
    assert.equal(study.node.san, left)
    assert.equal(study.position.fen, study.node.fen)
  }
})
