// SPDX-License-Identifier: Apache-2.0
// Texts of odd games in all encodings.

export const latin1 = text => Uint8Array.from(text, c => c.charCodeAt(0))
const utf8 = text => new TextEncoder().encode(text)
const utf16 = text => new Uint8Array(Uint16Array.from(`\ufeff${text}`, c => c.charCodeAt(0)).buffer)

const ODD = `%first line
[Event "A"]
[White "Łukasz, Ö"]
[Black "\u{1f98a} \u{1f98a}"]
[Result "1-0"]

1. e4 {one} e5 2. Nf3 (2. f4 exf4) Nc6 ; the rest
3. Bb5 $1 a6 1-0

[Event "No result"]
[Date "2010.05.09"]

1. d4 d5

[Event "Another result"]
[Result "0-1"]

1. c4 1-0

%an escaped line
[Event "Null moves"]

1. e4 -- 2. d4 Z0 3. Nf3 *

[Event "Start"]
[SetUp "1"]
[FEN "4k3/1P4P1/8/8/8/8/1p4p1/4K3 b - - 0 1"]

1... bxa1=Q 2. b8=N *

[Event "Start that is mended"]
[FEN "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]

1. O-O *

[Event "No start"]
[FEN "nonsense"]

1. e4 *

[Event "960"]
[Variant "Chess960"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]

9. O-O O-O *

[Event "House"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxe4+ *

[Event "Illegal"]

1. e4 e5 2. Ke3 Nc6 *

[Event "Letters"]

1. Pe4 e5 2. Sf3 *

[Event "Open comment"]

1. e4 {never closed

[Event "Tags alone"]

1/2-1/2

1. f3 e5 2. g4 Qh4# 0-1

1. g3 *`

/** Sources of all kinds of games and encodings. */
export const TEXTS = {
  odd: utf8(ODD),
  string: ODD,
  'with a byte order mark': utf8(`\ufeff${ODD}`),
  'with CRLF': utf8(ODD.replace(/\n/g, '\r\n')),
  'with CR': utf8(ODD.replace(/\n/g, '\r')),
  'Latin-1': latin1(ODD.replace(/[^\0-\xff]/gu, '\xe9')),
  'UTF-8 that is none': latin1(
    '[White "\xc3\xa9 \xed\xa0\x80 \xc0\x80"]\n\n1. e4 *\n\n[White "\xf4\x90\x80\x80"]\n\n1. d4 *',
  ),
  'UTF-16': utf16(ODD),
  empty: '',
  'comments alone': '{nothing} ; else',
  'no PGN': 'Dear all,\n\nthe games will follow [soon].',
}

/** Errors of games without a first position, which databases skip. */
export const NO_START = new Set(['ERR_PGN_TAG_FEN', 'ERR_PGN_VARIANT'])
