// SPDX-License-Identifier: Apache-2.0
// Positions where move generators go wrong, by name. The five with a number are the test positions of the
// Chess Programming Wiki ("Perft Results"); the others were set up for the case that their name states.

/** @type {readonly { name: string, fen: string, variant: 'standard' | 'chess960' }[]} */
export const SPECIAL_POSITIONS = [
  ...standard([
    ['start position', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
    ['position 2, Kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'],
    ['position 3', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'],
    ['position 4', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1'],
    ['position 4, mirrored', 'r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1'],
    ['position 5', 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8'],
    ['position 6', 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10'],
    ['en passant would open the rank to the king', '8/8/8/K2pP2r/8/8/8/7k w - d6 0 2'],
    ['en passant would open the rank, black to move', '7K/8/8/8/k2Pp2R/8/8/8 b - d3 0 2'],
    ['en passant would open the diagonal of the captured pawn', 'k7/1b6/8/3pP3/8/5K2/8/8 w - d6 0 2'],
    ['en passant pawn pinned on its diagonal may capture along it', '6b1/8/8/3pP3/8/1K6/8/7k w - d6 0 2'],
    ['en passant pawn pinned on its file', '4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 2'],
    ['en passant is the only answer to check by the pawn', '8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1'],
    ['en passant blocks a check on its target square', '1b5k/8/8/2Pp4/8/8/7K/8 w - d6 0 2'],
    ['two pawns may capture en passant', '4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2'],
    ['two pawns, one pinned, may capture en passant', '3k4/8/8/2PpP2r/8/8/8/3K4 w - d6 0 2'],
    ['castling out of check', 'r3k2r/8/8/8/4r3/8/8/R3K2R w KQ - 0 1'],
    ['castling through check on f1', '4k2r/8/8/8/5r2/8/8/R3K2R w KQk - 0 1'],
    ['castling into check on g1', '4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1'],
    ['castling with the rook attacked on a1 and b1', '1r2k3/8/8/4b3/8/8/8/R3K3 w Q - 0 1'],
    ['castling both ways for both sides', 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1'],
    ['castling rights lost by capture of the rook', 'r3k2r/8/8/8/8/8/6B1/R3K2R w KQkq - 0 1'],
    ['castling gives check', '5k2/8/8/8/8/8/8/4K2R w K - 0 1'],
    ['promotion captures on the castling rooks', 'r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1'],
    ['promotion captures, black to move', 'r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1'],
    ['promotion out of check by capture of the checker', '3rk3/2P5/8/8/8/8/8/3K4 w - - 0 1'],
    ['promotion of a pinned pawn only by capture of the pinner', '3b3k/2P5/1K6/8/8/8/8/8 w - - 0 1'],
    ['promotions beside the kings', '8/Pk6/8/8/8/8/6Kp/8 w - - 0 1'],
    ['promotion to a knight gives check', '8/5P1k/5Kpp/8/8/8/8/6RR w - - 0 1'],
    ['double check: only the king moves', '4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1'],
    ['a pinned piece may not block the check', '4k3/4r3/8/1B6/8/8/8/3KR3 b - - 0 1'],
    ['the king may not step back along the checking line', '4k3/8/8/8/8/8/8/1K2r3 w - - 0 1'],
    ['pins on four lines', '3rk3/7b/b7/8/2NPN3/3K4/4P3/5q2 w - - 0 1'],
    ['checkmate', 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'],
    ['stalemate', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'],
    ['218 legal moves, by N. Petrovic', 'R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1'],
    ['stalemate and mate in few moves', '8/k1P5/8/1K6/8/8/8/8 w - - 0 1'],
    ['self-made stalemate', 'K1k5/8/P7/8/8/8/8/8 w - - 0 1'],
    ['under-promotion without end', 'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1'],
  ]),
  ...chess960([
    ['Chess960 start 0', 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'],
    ['Chess960 start 959', 'rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1'],
    ['king on g1 castles without moving', '4k3/8/8/8/8/8/8/R5KR w HA - 0 1'],
    ['king and rook swap places', '4k3/8/8/8/8/8/8/2RK4 w C - 0 1'],
    ['king on f1 and rook on g1 swap places', '4k3/8/8/8/8/8/8/5KR1 w G - 0 1'],
    ['castling king jumps far', '4k3/8/8/8/8/8/8/RK6 w A - 0 1'],
    ['castling would take the rook out of its pin', '4k3/8/8/8/8/8/8/qRK5 w B - 0 1'],
    ['castling king would step beside an attacker', '4k3/8/8/8/8/8/8/1rRK4 w C - 0 1'],
    ['rook inside of another rook', '1r2k1r1/8/8/8/8/8/8/RR2K1RR w GB - 0 1'],
    ['castling on both wings for both sides', '1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1'],
    ['black castles through an attacked square', '1r1k2r1/8/8/8/8/8/8/2R1K3 b gb - 0 1'],
    ['middle game', 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9'],
  ]),
]

/** @param {[string, string][]} list */
function standard(list) {
  return list.map(([name, fen]) => ({ name, fen, variant: /** @type {const} */ ('standard') }))
}

/** @param {[string, string][]} list */
function chess960(list) {
  return list.map(([name, fen]) => ({ name, fen, variant: /** @type {const} */ ('chess960') }))
}
