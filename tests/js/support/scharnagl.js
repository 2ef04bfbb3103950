// SPDX-License-Identifier: Apache-2.0
// Chess960 start positions by R. Scharnagl's numbering ("Fischer Random Chess", 2004): number = light bishop
// + 4 * (dark bishop + 4 * (queen + 6 * knights)), knights being one of the ten pairs of the last five squares.

const KNIGHT_PAIRS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [1, 2],
  [1, 3],
  [1, 4],
  [2, 3],
  [2, 4],
  [3, 4],
]

/** The first rank of start position 0 … 959, as in 'rnbqkbnr'. */
export function startRank(number) {
  const rank = new Array(8).fill('')
  const free = () => [...rank.keys()].filter(file => rank[file] === '')
  rank[(number % 4) * 2 + 1] = 'b'
  rank[(Math.floor(number / 4) % 4) * 2] = 'b'
  rank[free()[Math.floor(number / 16) % 6]] = 'q'
  const knights = KNIGHT_PAIRS[Math.floor(number / 96)]
  const left = free()
  for (const index of knights) rank[left[index]] = 'n'
  for (const [index, file] of free().entries()) rank[file] = 'rkr'[index]
  return rank.join('')
}

/** The same as a FEN. */
export const startFen = number =>
  `${startRank(number)}/pppppppp/8/8/8/8/PPPPPPPP/${startRank(number).toUpperCase()} w KQkq - 0 1`
