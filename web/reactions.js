// SPDX-License-Identifier: Apache-2.0
// What a model of the page does because another one has changed: at once, in the order of the rows. What is drawn, saved and
// shown follows the snapshot instead (page/store.js).

/** @import { Models } from './state.js' */

/**
 * What a model reports with a change.
 * @template {keyof Models} F
 * @typedef {NonNullable<Models[F]> extends { changed: (event: infer E) => unknown } ? E : never} EventOf
 */

/**
 * @template {keyof Models} F
 * @template {keyof Models} T
 * @param {F} from the model that has changed
 * @param {T} to the one that reacts, once there is one
 * @param {(model: NonNullable<Models[T]>, event: EventOf<F>, models: Models) => unknown} run
 */
const row = (from, to, run) => ({ from, to, run })

const REACTIONS = [
  // Before others ask it for an engine.
  row('study', 'room', (room, _, { study }) => room.play(study.variant)),
  row('study', 'analyst', (analyst, change) => analyst.follow(change)),
  // Its engine and its clock follow the moves.
  row('study', 'match', (match, change) => match.follow(change)),
  // A move that waits for "Confirm" belongs to the position before the change.
  row('study', 'proposal', proposal => proposal.cancel()),
  // A game that was loaded without them takes the place of the one in the tab.
  row('study', 'games', (games, change) => games.follow(change)),
  // A game that begins is shown.
  row('study', 'places', (places, change) => places.follow(change)),
  // Findings are about the moves of a game.
  row('study', 'review', (review, change) => review.follow(change)),
  // A question is about a position.
  row('study', 'questions', (questions, change) => questions.follow(change)),
  // Before the caller goes on: what it announces is heard last.
  row('study', 'announcer', (announcer, change) => announcer.follow(change)),

  // The analysis begins when an engine is ready, and yields to whoever claims it.
  row('room', 'analyst', analyst => analyst.followRoom()),
  row('room', 'match', match => match.followRoom()),

  // The browser's history gets an entry of the game before while its last moves are known.
  row('games', 'address', (address, event) => address.follow(event)),
  // After the tabs: each has its match. Connections begin and end with the games.
  row('games', 'friends', friends => friends.follow()),
  row('match', 'friends', friends => friends.follow()),

  // Last: the snapshot has what all of them have done.
  row('study', 'store', store => store.change()),
  row('history', 'store', store => store.change()),
  row('questions', 'store', store => store.change()),
  row('room', 'store', store => store.change()),
  row('review', 'store', store => store.change()),
  row('proposal', 'store', store => store.change()),
  row('games', 'store', store => store.change()),
  row('openFile', 'store', store => store.change()),
  row('places', 'store', store => store.change()),
  row('book', 'store', store => store.change()),
  row('board', 'store', store => store.change()),
  // Thoughts and lines come many times a second.
  row('match', 'store', (store, what) => (what === 'thought' ? store.changeSoon() : store.change())),
  row('analyst', 'store', store => store.changeSoon()),
]

/** @param {Models} models from now on they react to each other */
export function connect(models) {
  for (const { from } of REACTIONS) {
    const model = /** @type {{ changed: (event: any) => void } | null} */ (models[from])
    const rows = /** @type {{ to: keyof Models, run: Function }[]} */ (
      REACTIONS.filter(one => one.from === from)
    )
    if (model)
      model.changed = event => {
        for (const { to, run } of rows) if (models[to]) run(models[to], event, models)
      }
  }
}
