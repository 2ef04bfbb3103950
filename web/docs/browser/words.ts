// SPDX-License-Identifier: Apache-2.0
// What users call things, and what the documents call them.

/** Words of questions that say nothing about the answer. */
export const UNASKED = new Set(
  'a all an and any are as at be been by can chess could detect do does for from get has have how i if in into is it know me my need not of on or run running should tell that the their there this to use using want was what when where whether which who whose why will with would you your'.split(
    ' ',
  ),
)

/** What asks whether something is so: "check if the king is in check" asks for one check only. */
export const ASKING = /\b(?:check|find out|see|test) (?:if|that|whether)\b/gi

/** Words by which errors are asked for. */
export const FAULTS = /^(?:err|illegal|invalid|wrong|bad|fail|throw|crash|refus|reject)/

/** One meaning each; a word of a line also finds the others. */
const MEANINGS = `
undo takeback revert unmake back
threefold fivefold repetition
stalemate draw
history moves
flip orientation
turn sidetomove
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
computer bot engine
hash zobrist
multiplayer online
eco opening
cpu threads
offline cache
variation line
speed performance fast
size big large weight kilobytes kb
fifty 50
webassembly wasm
evaluation score
won win winner result status
over ended finished status
reset restart newgame
docker container deployment
invalid illegal validate
captured capture taken
chess960 fischer random
migration switch convert
error exception
commonjs require esm
state persist serialize restore save
smartphone mobile phone
login jwt account authentication
`

export const WORDS: Map<string, string[]> = new Map()
for (const line of MEANINGS.trim().split('\n')) {
  const words = line.split(' ')
  for (const word of words)
    WORDS.set(word, [...(WORDS.get(word) ?? []), ...words.filter(other => other !== word)])
}
