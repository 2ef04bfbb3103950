// SPDX-License-Identifier: Apache-2.0
// The vocabulary of the search: stop words, and words with similar meanings.

/** Stop words: words of questions that do not occur in answers. */
export const STOP_WORDS = new Set(
  'a all an and any are as at be been by can chess could detect do does for from get has have how i if in into is it know me my need not of on or run running should tell that the their there this to use using want was what when where whether which who whose why will with would you your'.split(
    ' ',
  ),
)

/** Phrases of questions that are ignored: "check if the king is in check" is about one check only. */
export const PHRASES = /\b(?:check|find out|see|test) (?:if|that|whether)\b/gi

/** Beginnings of words in questions about errors. */
export const ERROR_WORDS = /^(?:err|illegal|invalid|wrong|bad|fail|throw|crash|refus|reject)/

/** Lines of words with similar meanings: each word also finds the others of its line. */
const SYNONYMS = `
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

export const SYNONYMS_OF: Map<string, string[]> = new Map()
for (const line of SYNONYMS.trim().split('\n')) {
  const words = line.split(' ')
  for (const word of words)
    SYNONYMS_OF.set(word, [...(SYNONYMS_OF.get(word) ?? []), ...words.filter(other => other !== word)])
}
