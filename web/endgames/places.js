// SPDX-License-Identifier: Apache-2.0
// Where the user's endgame tables are: at an address, or in a folder of this device. The choice survives a reload as far as the
// browser allows it: some give a page a lasting way to a folder, others only the files that were chosen.

import { isOfThisComputer } from '../engine/source.js'
import { saveSetting, setting } from '../page/settings.js'
import { clearShelf, putOnShelf, takeFromShelf } from '../page/shelf.js'

/** @import { TableSources } from 'binbo/tablebase' */

/**
 * `isKept`: it is there after a reload, and need not be chosen again.
 * @typedef {{ kind: 'url', name: string } | { kind: 'folder', name: string, isKept: boolean }} TablePlace
 */
/**
 * A folder as browsers give it.
 * @typedef {object} FolderHandle
 * @property {string} name
 * @property {() => AsyncIterable<{ kind: 'file', name: string, getFile: () => Promise<File> } | { kind: 'directory', name: string }>} values
 * @property {(options: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>} [queryPermission]
 * @property {(options: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>} [requestPermission]
 */
/** @typedef {{ folder: FolderHandle } | { files: File[] }} Chosen */

/** Files of more bytes are not copied into the storage of the browser. */
export const MOST_KEPT = 16 * 1024 * 1024
const KEY = 'tables'
const READ = /** @type {const} */ ({ mode: 'read' })
const isTable = (/** @type {{ name: string }} */ { name }) => /\.rtb[wz]$/.test(name)

/** @returns {TablePlace | null} as it was chosen last */
export function savedPlace() {
  const kind = /** @type {string} */ (setting('tables', ''))
  const name = /** @type {string} */ (setting('tables-name', ''))
  if (kind === 'url') return { kind, name }
  return kind === 'folder' ? { kind, name, isKept: setting('tables-kept', false) } : null
}

/** @param {TablePlace | null} place */
export function savePlace(place) {
  saveSetting('tables-name', place?.name ?? '')
  saveSetting('tables-kept', place?.kind === 'folder' && place.isKept)
  saveSetting('tables', place?.kind ?? '')
  if (place?.kind !== 'folder') clearShelf('tables').catch(() => {})
}

/** @param {Chosen} chosen @returns {Promise<boolean>} whether it is there after a reload */
export async function keepFolder(chosen) {
  try {
    const isSmall = 'folder' in chosen || chosen.files.reduce((sum, { size }) => sum + size, 0) <= MOST_KEPT
    if (isSmall) await putOnShelf('tables', KEY, chosen)
    else await clearShelf('tables')
    return isSmall
  } catch {
    // Storage is full or forbidden.
    return false
  }
}

/** @returns {Promise<Chosen | null>} the folder that was kept */
export const keptFolder = () =>
  takeFromShelf('tables', KEY).then(
    chosen => chosen ?? null,
    () => null,
  )

/** @param {Chosen} chosen @returns {Promise<boolean>} whether it may be read without asking the user */
export const mayRead = async chosen =>
  !('folder' in chosen) || ((await chosen.folder.queryPermission?.(READ)) ?? 'granted') === 'granted'

/** Asks the user, who has just clicked. @param {Chosen} chosen @returns {Promise<boolean>} whether it may be read */
export const askToRead = async chosen =>
  !('folder' in chosen) || ((await chosen.folder.requestPermission?.(READ)) ?? 'granted') === 'granted'

/**
 * @param {Chosen} chosen that may be read
 * @returns {Promise<Map<string, () => Promise<File>>>} the files of tables by name
 * @throws {DOMException} the folder cannot be read
 */
export async function tablesIn(chosen) {
  if ('files' in chosen)
    return new Map(chosen.files.filter(isTable).map(file => [file.name, async () => file]))
  /** @type {Map<string, () => Promise<File>>} */
  const files = new Map()
  for await (const entry of chosen.folder.values())
    if (entry.kind === 'file' && isTable(entry)) files.set(entry.name, () => entry.getFile())
  return files
}

/** @param {Map<string, () => Promise<File>>} files @returns {TableSources} */
export const sourceOf = files => ({
  list: () => files.keys(),
  bytes: name => /** @type {() => Promise<File>} */ (files.get(name))(),
})

/** @param {File[]} files of a folder that was chosen @returns {string} its name */
export const nameOfFolder = ([first]) => first?.webkitRelativePath.split('/')[0] || 'folder'

/**
 * Checks an address of tables as typed.
 * @param {string} text
 * @param {string} pageProtocol such as 'https:'
 * @returns {{ url: string } | { problem: string }} problem: text for users
 */
export function checkTablesAddress(text, pageProtocol) {
  const typed = text.trim()
  const url = URL.canParse(typed) ? new URL(typed) : null
  if (!url || !/^https?:$/.test(url.protocol))
    return { problem: 'Enter the address of a folder with tables, such as https://example.org/tables/.' }
  if (pageProtocol === 'https:' && url.protocol === 'http:' && !isOfThisComputer(url.href))
    return { problem: 'This page was loaded over https, so browsers read tables at https:// addresses only.' }
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  url.hash = ''
  return { url: url.href }
}
