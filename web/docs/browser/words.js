// SPDX-License-Identifier: Apache-2.0
// What users call things, and what the documents call them.

/** Words of questions that say nothing about the answer. */
export const UNASKED = new Set(
  'a an and are as at be by can detect do does for from get has have how i if in into is it me my not of on or should that the there this to use using want was what when where which why will with you your'.split(
    ' ',
  ),
)

/** One meaning each; a word of a line also finds the others. */
const MEANINGS = `
undo takeback revert unmake
threefold fivefold repetition
stalemate draw
history moves
flip orientation turn
browser page
clock time timer
ascii print text
fen position
username player
save export store
load import read open parse
engine stockfish
puzzle tactic
legal valid possible
comment annotation
header tag headers
image picture svg diagram
rating elo
computer engine
hash zobrist
multiplayer online
eco opening
cpu threads
offline cache
variation line
speed performance fast
size big large weight
fifty 50
webassembly wasm
evaluation score
`

/** @type {Map<string, string[]>} */
export const WORDS = new Map()
for (const line of MEANINGS.trim().split('\n')) {
  const words = line.split(' ')
  for (const word of words)
    WORDS.set(word, [...(WORDS.get(word) ?? []), ...words.filter(other => other !== word)])
}
