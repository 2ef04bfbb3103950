// SPDX-License-Identifier: Apache-2.0
// A game in a frame of any website: board and moves. It only shows: it stores nothing, and asks its own host for its own
// files alone. The game comes from the address, or in a message from the page around it.

import type { PgnNode } from 'binbo/pgn'
import { element, writeText } from '../page/dom.js'
import { startCore } from '../page/load.js'
import { isPacked, packer, usePacker } from '../storage/links.js'
import { spoken } from '../study/descriptions.js'
import { titleOf } from '../study/headers.js'
import { lastOfLine, moveNumber, nodeAt, plyOf } from '../study/nodes.js'
import type { Shown } from './address.js'
import { hashOfMessage, looksOf, readShown } from './address.js'
import { EmbedBoard } from './embed-board.js'
import { SideView } from './side-view.js'

const place = (id: string) => element(id, HTMLElement)
const root = document.documentElement

/** Pixels that a finger moves over the board for a step. */
const SWIPE = 30

export class Embed {
  #board = new EmbedBoard(place('board'))
  #side = new SideView(place('side'), this)
  #shown: Shown | null = null
  #node: PgnNode | null = null
  /** The hash that was asked for last. */
  #opening = ''

  /** Shows the game of an address. */
  async open(hash: string, search: string) {
    this.#opening = hash
    if (isPacked(hash)) {
      await loadUnpacker()
      if (this.#opening !== hash) return
    }
    const { theme, board, orientation } = looksOf(hash, search)
    if (theme) root.dataset.theme = theme
    if (board) root.dataset.board = board
    if (orientation) this.#board.turnTo(orientation)
    const shown = readShown(hash, search)
    const { game, path } = shown
    this.#shown = shown
    this.#side.open(shown)
    document.title = game ? titleOf(game) : 'A game of chess'
    this.#show(game && nodeAt(game.root, path))
  }

  /** @param node none: nothing happens */
  goTo(node: PgnNode | null | undefined) {
    if (!node || node === this.#node) return
    this.#show(node)
    const { san } = node
    announce(san ? `${moveNumber(plyOf(node))} ${spoken(san, node.position.variant)}` : 'Start')
  }

  back() {
    this.goTo(this.#node?.parent)
  }

  forward() {
    this.goTo(this.#node?.children[0])
  }

  toStart() {
    this.goTo(this.#shown?.game?.root)
  }

  toEnd() {
    this.goTo(this.#node && lastOfLine(this.#node))
  }

  /** Goes to the variation before or after the current one. */
  beside(places: -1 | 1) {
    const siblings = this.#node?.parent?.children ?? []
    this.goTo(siblings[siblings.findIndex(sibling => sibling === this.#node) + places])
  }

  flip() {
    const { flipped } = this.#board
    this.#board.turnTo(flipped ? 'white' : 'black')
    announce(`The board is turned: ${flipped ? 'White' : 'Black'} is at the bottom.`)
  }

  /** @param node null where no game could be read */
  #show(node: PgnNode | null) {
    this.#node = node
    this.#board.show(node, this.#shown?.placement ?? null)
    this.#side.mark(node)
  }
}

/** Without it a packed game cannot be shown, and the frame says so. */
async function loadUnpacker() {
  if (packer) return
  try {
    const part = await import(new URL(UNPACKER, location.href).href)
    await part.startCore()
    usePacker(part)
  } catch (error) {
    console.error(error)
  }
}

/** @param text for screen readers */
const announce = (text: string) => writeText(place('announcer'), text)

const KEYS: Record<string, (embed: Embed) => void> = {
  ArrowLeft: embed => embed.back(),
  ArrowRight: embed => embed.forward(),
  ArrowUp: embed => embed.beside(-1),
  ArrowDown: embed => embed.beside(1),
  Home: embed => embed.toStart(),
  End: embed => embed.toEnd(),
  f: embed => embed.flip(),
}

function listen(embed: Embed) {
  document.addEventListener('keydown', event => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (ctrlKey || metaKey || altKey || shiftKey || !Object.hasOwn(KEYS, key)) return
    KEYS[key](embed)
    event.preventDefault()
  })
  const board = place('board')
  let start = 0
  board.addEventListener('pointerdown', ({ clientX }) => {
    start = clientX
  })
  board.addEventListener('pointerup', ({ clientX }) => {
    if (Math.abs(clientX - start) < SWIPE) return
    if (clientX < start) embed.forward()
    else embed.back()
  })
}

let embed: Embed | null = null
/** Of the page around it, before it can be shown. */
let waiting: string | null = null

// Listens before anything is loaded, so that a page can send the game when the frame has loaded.
addEventListener('message', ({ source, data }) => {
  const hash = source === parent && parent !== window ? hashOfMessage(data) : null
  if (hash === null) return
  waiting = hash
  void embed?.open(hash, location.search)
})
addEventListener('hashchange', () => void embed?.open(location.hash, location.search))

try {
  await startCore()
  embed = new Embed()
  listen(embed)
  await embed.open(waiting ?? location.hash, location.search)
} catch (error) {
  console.error(error)
  writeText(place('side'), 'The game cannot be shown: a part of it could not be loaded. Reload the page.')
}
