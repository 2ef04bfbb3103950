// SPDX-License-Identifier: Apache-2.0
// Where the user's endgame tables are: at an address, or in a folder of this device. The choice survives a reload as far as the
// browser allows it: some give a page a lasting way to a folder, others only the files that were chosen.

import type { TableSources } from 'binbo/tablebase'
import { isOfThisComputer } from '../engine/source.js'
import { clearStore, readStored, storeValue } from '../page/indexed-db.js'
import { saveSetting, setting } from '../page/settings.js'
import { hasFields } from '../page/unknown.js'

/** `isKept`: it is there after a reload, and need not be chosen again. */
export type TablePlace = { kind: 'url'; name: string } | { kind: 'folder'; name: string; isKept: boolean }
/** A folder as browsers give it. */
export type FolderHandle = {
  name: string
  values: () => AsyncIterable<
    { kind: 'file'; name: string; getFile: () => Promise<File> } | { kind: 'directory'; name: string }
  >
  queryPermission?: (options: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>
  requestPermission?: (options: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>
}
export type Chosen = { folder: FolderHandle } | { files: File[] }

const isChosen = (saved: unknown): saved is Chosen =>
  hasFields<{ folder: FolderHandle }>(saved, 'folder') || hasFields<{ files: File[] }>(saved, 'files')

/** Files of more bytes are not copied into the storage of the browser. */
export const MOST_KEPT = 16 * 1024 * 1024
const KEY = 'tables'
const READ = { mode: 'read' } as const
const isTable = ({ name }: { name: string }) => /\.rtb[wz]$/.test(name)

/** @returns as it was chosen last */
export function savedPlace(): TablePlace | null {
  const kind: string = setting('tables', '')
  const name: string = setting('tables-name', '')
  if (kind === 'url') return { kind, name }
  return kind === 'folder' ? { kind, name, isKept: setting('tables-kept', false) } : null
}

export function savePlace(place: TablePlace | null) {
  saveSetting('tables-name', place?.name ?? '')
  saveSetting('tables-kept', place?.kind === 'folder' && place.isKept)
  saveSetting('tables', place?.kind ?? '')
  if (place?.kind !== 'folder') clearStore('tables').catch(() => {})
}

/** @returns whether it is there after a reload */
export async function keepFolder(chosen: Chosen): Promise<boolean> {
  try {
    const isSmall = 'folder' in chosen || chosen.files.reduce((sum, { size }) => sum + size, 0) <= MOST_KEPT
    if (isSmall) await storeValue('tables', KEY, chosen)
    else await clearStore('tables')
    return isSmall
  } catch {
    // Storage is full or forbidden.
    return false
  }
}

/** @returns the folder that was kept */
export const keptFolder = (): Promise<Chosen | null> =>
  readStored('tables', KEY).then(
    chosen => (isChosen(chosen) ? chosen : null),
    () => null,
  )

/** @returns whether it may be read without asking the user */
export const mayRead = async (chosen: Chosen): Promise<boolean> =>
  !('folder' in chosen) || ((await chosen.folder.queryPermission?.(READ)) ?? 'granted') === 'granted'

/** Asks the user, who has just clicked. @returns whether it may be read */
export const askToRead = async (chosen: Chosen): Promise<boolean> =>
  !('folder' in chosen) || ((await chosen.folder.requestPermission?.(READ)) ?? 'granted') === 'granted'

/**
 * @param chosen that may be read
 * @returns the files of tables by name
 * @throws {DOMException} the folder cannot be read
 */
export async function tablesIn(chosen: Chosen): Promise<Map<string, () => Promise<File>>> {
  if ('files' in chosen)
    return new Map(chosen.files.filter(isTable).map(file => [file.name, async () => file]))
  const files: Map<string, () => Promise<File>> = new Map()
  for await (const entry of chosen.folder.values())
    if (entry.kind === 'file' && isTable(entry)) files.set(entry.name, () => entry.getFile())
  return files
}

export const sourceOf = (files: Map<string, () => Promise<File>>): TableSources => ({
  list: () => files.keys(),
  bytes: name => (files.get(name) as () => Promise<File>)(),
})

/** @param files of a folder that was chosen @returns its name */
export const nameOfFolder = ([first]: File[]): string => first?.webkitRelativePath.split('/')[0] || 'folder'

/**
 * Checks an address of tables as typed.
 * @param pageProtocol such as 'https:'
 * @returns problem: text for users
 */
export function checkTablesAddress(
  text: string,
  pageProtocol: string,
): { url: string } | { problem: string } {
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
