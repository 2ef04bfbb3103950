// SPDX-License-Identifier: Apache-2.0
// Games that are known by a number, which is White's name.

const LINES = ['1. e4 e5 2. Nf3 Nc6', '1. d4 d5 2. c4 e6', '1. c4', '1. e4 c5 2. c3 d5 3. exd5 Qxd5']

/** @param {number} number @param {'text' | 'moves'} [keep] how it is added, which its Round says; the text has the number in a comment */
export const pgnOfNumber = (number, keep = 'moves') =>
  `[White "${number}"]\n[WhiteElo "${1000 + (number % 1000)}"]\n[Round "${keep}"]\n[Annotator "${number}"]\n[Result "1-0"]\n\n${LINES[number % LINES.length]}${keep === 'text' ? ` {${number}}` : ''} 1-0\n\n`
