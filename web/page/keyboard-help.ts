// SPDX-License-Identifier: Apache-2.0
// The list of the page's keys, and the dialog that shows it.

import { html } from 'lit-html'
import { openDialog } from './dialog.js'
import type { ActName } from './keys.js'
import { KEYS } from './keys.js'
import { say } from './texts.js'
import { oneOf } from './unknown.js'

/** The texts for users, by act of KEYS; and for two keys without an act of the page. */
export const HELP: [place: string, Partial<Record<ActName | 'Tab' | 'Alt', string>>][] = [
  [
    say`On the page`,
    {
      back: say`One move back, one move forward`,
      before: say`Where variations begin: to the one before, to the one after`,
      start: say`To the start, to the end of this line`,
      turn: say`Turns the board`,
      type: say`To the field for a typed move`,
      threat: say`While analysing: shows what the other side threatens, or hides it`,
      undo: say`Undoes the last change of variations and comments`,
      redo: say`Redoes it`,
      Tab: say`To the next part of the page`,
    },
  ],
  [
    say`On the board`,
    {
      square: say`From square to square`,
      press: say`Picks a piece up, puts it down`,
      putBack: say`Puts it back, or cancels a premove`,
      Alt: say`Held when a pawn promotes: asks for the piece, also if the page takes a queen by itself`,
    },
  ],
  [
    say`While training`,
    {
      next: say`After an answer: to the next position`,
      hint: say`A hint: the piece, then its square`,
      tell: say`Shows the move, which counts as missed`,
    },
  ],
  [
    say`In a game with a friend`,
    {
      draw: say`Offers a draw, or claims one`,
      takeback: say`Asks to take a move back`,
      answer: say`Accepts or declines what the opponent offers`,
      resign: say`Resigns or aborts; after the end: a rematch`,
    },
  ],
  [
    say`In the list of moves`,
    {
      remove: say`Deletes the current move and all that follows; this can be undone. Asks first in a game that is played`,
    },
  ],
]

/** The labels of keys. */
const PRINTED: Record<string, string> = {
  ...{ ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' },
  ...{ ' ': say`Space`, Escape: 'Esc', shift: 'Shift' },
}

/** @param key a name in KEYS @returns such as ['Ctrl Z', '⌘ Z'] */
function namesOf(key: string): string[] {
  const name = (part: string) => PRINTED[part] ?? (part.length === 1 ? part.toUpperCase() : part)
  const [mod, ...rest] = key.split('+')
  return mod === 'mod' ? ['Ctrl', '⌘'].map(first => [first, ...rest.map(name)].join(' ')) : [name(key)]
}

/** @returns the keys of the first row with the act; `act` itself if it is a key */
const keysOfAct = (act: string): string[] =>
  Object.keys(KEYS.find(({ acts }) => oneOf(Object.values(acts), act))?.acts ?? { [act]: '' })

/** The list of keys. */
export const keyList = () =>
  html`<div class="key-list">${HELP.map(
    ([place, acts]) => html`<h3>${place}</h3>
      <dl>${Object.entries(acts).map(
        ([act, what]) =>
          html`<div><dt>${keysOfAct(act)
            .flatMap(namesOf)
            .map(name => html`<kbd>${name}</kbd>`)}</dt><dd>${what}</dd></div>`,
      )}</dl>`,
  )}</div>`

/** Opens the list of keys. */
export const openKeyboardHelp = () => openDialog(say`Keyboard shortcuts`, {}, keyList)
