// SPDX-License-Identifier: Apache-2.0
// The location of the user's endgame tables: a URL, or a folder of this device. The choice survives a reload if the browser allows
// it: some browsers give the page a lasting handle to a folder, others only the chosen files.

import type { TableSources } from 'binbo/tablebase'
import { isOfThisComputer } from '../engine/source.js'
import { clearStore, readStored, storeValue } from '../page/indexed-db.js'
import { saveSetting, setting } from '../page/settings.js'
import { say } from '../page/texts.js'
import { hasFields } from '../page/unknown.js'

/** `isSaved`: the folder is available after a reload. */
export type TableLocation = { kind: 'url'; name: string } | { kind: 'folder'; name: string; isSaved: boolean }
/** The part of FileSystemDirectoryHandle that the page uses. */
export type FolderHandle = {
  name: string
  values: () => AsyncIterable<
    { kind: 'file'; name: string; getFile: () => Promise<File> } | { kind: 'directory'; name: string }
  >
  queryPermission?: (options: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>
  requestPermission?: (options: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>
}
/** A folder as the browser gives it: a handle, or its files. */
export type Folder = { folder: FolderHandle } | { files: File[] }

const isFolder = (saved: unknown): saved is Folder =>
  hasFields<{ folder: FolderHandle }>(saved, 'folder') || hasFields<{ files: File[] }>(saved, 'files')

/** Folders with more bytes are not copied into the storage of the browser. */
export const MAX_SAVED = 16 * 1024 * 1024
const KEY = 'tables'
const READ = { mode: 'read' } as const
const isTable = ({ name }: { name: string }) => /\.rtb[wz]$/.test(name)

/** @returns the last choice; null for no tables */
export function savedLocation(): TableLocation | null {
  const kind: string = setting('tables', '')
  const name: string = setting('tables-name', '')
  if (kind === 'url') return { kind, name }
  return kind === 'folder' ? { kind, name, isSaved: setting('tables-kept', false) } : null
}

export function saveLocation(location: TableLocation | null) {
  saveSetting('tables-name', location?.name ?? '')
  saveSetting('tables-kept', location?.kind === 'folder' && location.isSaved)
  saveSetting('tables', location?.kind ?? '')
  if (location?.kind !== 'folder') clearStore('tables').catch(() => {})
}

/** @returns whether the folder is available after a reload */
export async function saveFolder(folder: Folder): Promise<boolean> {
  try {
    const isSmall = 'folder' in folder || folder.files.reduce((sum, { size }) => sum + size, 0) <= MAX_SAVED
    if (isSmall) await storeValue('tables', KEY, folder)
    else await clearStore('tables')
    return isSmall
  } catch {
    // Storage is full or forbidden.
    return false
  }
}

/** @returns the saved folder; null if there is none */
export const savedFolder = (): Promise<Folder | null> =>
  readStored('tables', KEY).then(
    saved => (isFolder(saved) ? saved : null),
    () => null,
  )

/** @returns whether the page may read the folder without asking the user */
export const mayRead = async (folder: Folder): Promise<boolean> =>
  !('folder' in folder) || ((await folder.folder.queryPermission?.(READ)) ?? 'granted') === 'granted'

/** Asks the user; call it after a click. @returns whether the page may read the folder */
export const askToRead = async (folder: Folder): Promise<boolean> =>
  !('folder' in folder) || ((await folder.folder.requestPermission?.(READ)) ?? 'granted') === 'granted'

/**
 * @param folder that may be read
 * @returns its tables
 * @throws {DOMException} the folder cannot be read; NotFoundError: it has no tables
 */
export async function sourceOf(folder: Folder): Promise<TableSources> {
  const files: Map<string, () => Promise<File>> = new Map()
  if ('files' in folder)
    for (const file of folder.files.filter(isTable)) files.set(file.name, async () => file)
  else
    for await (const entry of folder.folder.values())
      if (entry.kind === 'file' && isTable(entry)) files.set(entry.name, () => entry.getFile())
  if (files.size === 0) throw new DOMException('no tables', 'NotFoundError')
  return {
    list: () => files.keys(),
    bytes: name => files.get(name)?.() ?? Promise.reject(new DOMException(name, 'NotFoundError')),
  }
}

/** @param files of a chosen folder @returns the folder's name */
export const nameOfFolder = ([first]: File[]): string => first?.webkitRelativePath.split('/')[0] || 'folder'

/**
 * Checks the URL of tables as typed.
 * @param pageProtocol such as 'https:'
 * @returns `problem`: text for users
 */
export function checkTablesAddress(
  text: string,
  pageProtocol: string,
): { url: string } | { problem: string } {
  const typed = text.trim()
  const url = URL.canParse(typed) ? new URL(typed) : null
  if (!url || !/^https?:$/.test(url.protocol))
    return { problem: say`Enter the address of a folder with tables, such as https://example.org/tables/.` }
  if (pageProtocol === 'https:' && url.protocol === 'http:' && !isOfThisComputer(url.href))
    return {
      problem: say`This page was loaded over https, so browsers read tables at https:// addresses only.`,
    }
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  url.hash = ''
  return { url: url.href }
}
