// SPDX-License-Identifier: Apache-2.0
// Written in by the build: files of the page, relative to it.

/** core.wasm, in a folder named after its contents. */
declare const CORE: string
/** The Workers' scripts by name. */
declare const WORKERS: {
  'database-worker': string
  'pgn-worker': string
  'fairy-worker': string
}
/** Those of the dialog for developers. */
declare const DEVELOPERS_WORKERS: { 'perft-worker': string; 'program-worker': string }
/** The tables of texts by language, such as 'de'. */
declare const LANGUAGES: Record<string, string>
/** Bytes of the engines' files, unpacked, by path. */
declare const ENGINE_SIZES: Record<string, number>
/** What a frame loads for a packed game. */
declare const UNPACKER: string
/** What a frame loads to play the moves by itself. */
declare const AUTOPLAY: string
/** What a frame loads for a puzzle. */
declare const PUZZLE: string
/** Of the package. source: the address of its repository, '' if package.json names none. commit: '' outside of a repository. */
declare const BUILD: { version: string; source: string; commit: string }
