// SPDX-License-Identifier: Apache-2.0
// Faults that the simulation must find: a file of js/, a piece of text that stands there once, and what replaces it.

/** @type {readonly { name: string, file: string, text: string, by: string }[]} */
export const FAULTS = [
  // --- clocks
  {
    name: 'a move at the flag is in time',
    file: 'session/commands/moves.js',
    text: 'spent - credit >= allowanceOf(state, color)) return late',
    by: 'spent - credit > allowanceOf(state, color)) return late',
  },
  {
    name: 'the timer is one millisecond late',
    file: 'session/reducer.js',
    text: 'due !== null && now >= due && !(',
    by: 'due !== null && now > due && !(',
  },
  {
    name: 'a flag in its millisecond is early',
    file: 'session/commands/time.js',
    text: 'return now >= end\n',
    by: 'return now > end\n',
  },
  {
    name: 'the opponent’s flag has no grace',
    file: 'session/commands/time.js',
    text: 'state.time.running === color ? flagAt(state) : dueAt(state)',
    by: 'flagAt(state)',
  },
  {
    name: 'increment on the move that ends the game',
    file: 'session/commands/moves.js',
    text: 'goesOn && time.running !== null',
    by: 'time.running !== null',
  },
  {
    name: 'increment on the free first moves',
    file: 'session/commands/moves.js',
    text: 'goesOn && time.running !== null',
    by: 'goesOn',
  },
  {
    name: 'credit of lag without a quota',
    file: 'session/commands/moves.js',
    text: 'Math.min(Math.floor(command.lag ?? 0), state.lag[color], spent)',
    by: 'Math.min(Math.floor(command.lag ?? 0), spent)',
  },
  {
    name: 'a used-up byo-yomi period stays',
    file: 'session/clock.js',
    text: 'periods - Math.floor(over / (clock.period ?? 1))',
    by: 'periods - Math.floor((over - 1) / (clock.period ?? 1))',
  },
  {
    name: 'a delay counts',
    file: 'session/clock.js',
    text: 'left - (net - delay)',
    by: 'left - net',
  },
  {
    name: 'a stage is paid twice',
    file: 'session/clock.js',
    text: 'stage: stage + 1 }',
    by: 'stage }',
  },
  {
    name: 'a takeback gives the time of the current move back',
    file: 'session/commands/takebacks.js',
    text: 'leftAfter(state, side, spent(side))',
    by: 'leftAfter(state, side, 0)',
  },
  {
    name: 'the flagged side’s material decides',
    file: 'session/commands/end.js',
    text: 'hasMatingMaterial(winner)',
    by: 'hasMatingMaterial(running)',
  },
  // --- offers and commands
  {
    name: 'a draw offer survives the opponent’s move',
    file: 'session/commands/moves.js',
    text: 'draw: draw === by ? draw : null',
    by: 'draw',
  },
  {
    name: 'a draw offer survives a takeback',
    file: 'session/commands/takebacks.js',
    text: '{ moves, ply, time, draw: null, takeback: null }',
    by: '{ moves, ply, time, takeback: null }',
  },
  {
    name: 'a takeback offer survives a move',
    file: 'session/commands/moves.js',
    text: 'drawAt: state.drawAt,\n        takeback: null,',
    by: 'drawAt: state.drawAt,\n        takeback: state.takeback,',
  },
  {
    name: 'a move is made at any ply',
    file: 'session/commands/moves.js',
    text: '  if (command.ply !== state.ply) return refuse',
    by: '  if (false) return refuse',
  },
  {
    name: 'command ids are not looked at',
    file: 'session/reducer.js',
    text: 'state.seen[color].includes(id)',
    by: 'false',
  },
  {
    name: 'only one command id is remembered',
    file: 'session/state.js',
    text: 'const SEEN = 16',
    by: 'const SEEN = 1',
  },
  {
    name: 'a Game is shared by states',
    file: 'session/live.js',
    text: 'if (entry?.state === state) return entry.game',
    by: 'if (entry?.state) return entry.game',
  },
  {
    name: 'an outage is given back twice',
    file: 'session/commands/time.js',
    text: 'outage: event.outage,',
    by: 'outage: state.outage,',
  },
  // --- the host
  {
    name: 'a refused append counts as kept',
    file: 'server/host/game-log.js',
    text: 'if (appended.ok) {',
    by: 'if (appended) {',
  },
  {
    name: 'an append of unknown outcome counts as kept',
    file: 'server/host/game-log.js',
    text: "return 'unknown'\n",
    by: "return 'kept'\n",
  },
  {
    name: 'a command is refused by an old state',
    file: 'server/host/live-game.js',
    text: 'if (isFinal || isSure)',
    by: 'if (true)',
  },
  {
    name: 'the timer is that of the state before',
    file: 'server/host/game-log.js',
    text: 'state === null ? null : dueAt(state)',
    by: 'this.state === null ? null : dueAt(this.state)',
  },
  {
    name: 'outages are not given back before decisions',
    file: 'server/host/live-game.js',
    text: 'if (this.#settledOutages < outages.count && !(await this.#compensate())) continue',
    by: '',
  },
  {
    name: 'outages of games that begin are forgotten',
    file: 'server/host/live-game.js',
    text: "if (log.state === null || log.state.status === 'waiting') return true",
    by: '',
  },
  {
    name: 'hints are applied whether they fit or not',
    file: 'server/host/game-log.js',
    text: "before === own ? 'next' : 'unsure'",
    by: "'next'",
  },
  {
    name: 'nodes have clocks of their own',
    file: 'server/host/game-host.js',
    text: 'const arrival = this.#store.now()',
    by: 'const arrival = this.#store.now() + (this.#machine.random() < 0.5 ? 100 : -100)',
  },
  {
    name: 'news go to those who have not had the first ones',
    file: 'server/host/watchers.js',
    text: 'for (const watcher of this.#all) if (watcher.phase === ACTIVE) this.#notify(watcher, news)',
    by: 'for (const watcher of this.#all) this.#notify(watcher, news)',
  },
  {
    name: 'seats are not held again',
    file: 'server/host/presence.js',
    text: 'if (now - this.#renewedAt < RENEWAL && !(this.#isUnsure && this.#services.store.ready)) return',
    by: 'if (now > 0) return',
  },
  {
    name: 'an absence that could not be noted is forgotten',
    file: 'server/host/due-games.js',
    text: "if (!answer.ok && (answer.code === 'unavailable' || answer.code === 'tooFast'))",
    by: 'if (false)',
  },
  {
    name: 'a player who is back is noted once at most',
    file: 'server/host/game-host.js',
    text: 'if (!game.isBusy) for (const color of COLORS) this.#welcomeBack(game, color)',
    by: '',
  },
  {
    name: 'a rematch keeps the colors',
    file: 'server/host/rematch.js',
    text: 'by: players.black,\n    opponent: players.white,',
    by: 'by: players.white,\n    opponent: players.black,',
  },
  {
    name: 'finished games are removed without the archive',
    file: 'server/host/due-games.js',
    text: 'if (archive && isGame) await archive(recordOf(events))',
    by: '',
  },
]
