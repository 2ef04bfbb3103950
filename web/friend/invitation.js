// SPDX-License-Identifier: Apache-2.0
// The part of the dialog for a new game that is about a friend: the game server, unless the page has one of its own, what
// becomes of the invitation, and the lobby of the server.

import { ChessError } from 'binbo'
import { checkAddress } from '../engine/source.js'
import { h, writeText } from '../page/dom.js'
import { loadPart } from '../page/load.js'
import { saveSetting, setting } from '../page/settings.js'
import { create, visit } from './friends.js'
import { ownServer, savedToken } from './places.js'
import { refusalWords } from './words.js'

/** @import { NewGame } from 'binbo/session' */
/** @import { App } from '../app.js' */

/** The setting's name. */
const SERVER = 'game-server'

/** `hasServer`: is a server known? start() returns whether the game is open. @typedef {{ hasServer: boolean, start: (setup: NewGame) => Promise<boolean> }} Invitation */

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {{ close: () => void, signal: AbortSignal }} dialog the signal is aborted when it is closed
 * @returns {Invitation}
 */
export function mountInvitation(root, app, { close, signal }) {
  const own = ownServer()
  const said = h('p', { class: 'soft', role: 'status', id: 'friend-progress' })
  const problem = h('p', { class: 'error', role: 'alert', id: 'friend-problem' })
  const address = h('input', {
    type: 'text',
    id: 'friend-server',
    inputmode: 'url',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: 'wss://chess.example.org',
    value: setting(SERVER, ''),
    'aria-describedby': problem.id,
  })
  address.addEventListener('input', () => complain(''))
  const listed = h('input', { type: 'checkbox', name: 'listed' })
  const lobby = h('div', { class: 'lobbies', hidden: true })
  if (own === '') root.append(h('label', {}, 'Game server', address), serverHelp())
  root.append(problem, h('label', { class: 'check' }, listed, 'Show it in the lobby'), said, lobby)
  // Another server than the page's own is asked if the user has used it.
  const known = own || setting(SERVER, '')
  if (known && (own || savedToken(known) !== undefined))
    void loadPart(
      () => import('./lobby-view.js'),
      part => {
        if (signal.aborted) return
        const { server, open, join } = visit(app, known, signal)
        part.mountLobby(lobby, server, {
          open: game => {
            close()
            open(game)
          },
          join: game => {
            close()
            void join(game)
          },
          signal,
        })
      },
    )

  /** @param {string} text */
  function complain(text) {
    writeText(problem, text)
    address.setAttribute('aria-invalid', String(text !== ''))
  }

  /** @returns {string} '' if it is wrong */
  function server() {
    if (own) return own
    const checked = checkAddress(address.value, location.protocol, {
      a: 'a game server',
      all: 'Game servers',
    })
    if ('url' in checked) {
      address.value = checked.url
      saveSetting(SERVER, checked.url)
      return checked.url
    }
    complain(checked.problem)
    address.focus()
    return ''
  }

  return {
    hasServer: known !== '',
    start: async setup => {
      complain('')
      const url = server()
      if (url === '') return false
      const say = (/** @type {string} */ text) => writeText(said, text)
      try {
        return await create(app, url, { ...setup, ...(listed.checked && { listed: true }) }, { say, signal })
      } catch (error) {
        if (!(error instanceof ChessError)) throw error
        const { code } = /** @type {{ code?: string }} */ (error.cause ?? {})
        complain(code ? refusalWords(code) : 'The server does not answer. Check its address, and try again.')
        return false
      } finally {
        say('')
      }
    },
  }
}

/** How to run a game server that allows this page. */
const serverHelp = () =>
  h(
    'details',
    {},
    h('summary', {}, 'How to run a game server'),
    h(
      'p',
      { class: 'soft' },
      'With Node, this command starts one for this page, at ws://127.0.0.1:8080. Others need an address that they can reach, with TLS in front.',
    ),
    h('pre', { class: 'code' }, `npx binbo server \\\n  --port 8080 --origin ${location.origin}`),
  )
