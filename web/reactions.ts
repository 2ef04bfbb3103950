// SPDX-License-Identifier: Apache-2.0
// What a model of the page does because another one has changed: at once, in the order of the rows. What is drawn, saved and
// shown follows the snapshot instead (page/store.js).

import type { Models } from './state.js'

/** What a model reports with a change. */
type EventOf<F extends keyof Models> =
  NonNullable<Models[F]> extends { changed: (event: infer E) => unknown } ? E : never

/**
 * @param from the model that has changed
 * @param to the one that reacts, once there is one
 */
const row = <F extends keyof Models, T extends keyof Models>(
  from: F,
  to: T,
  run: (model: NonNullable<Models[T]>, event: EventOf<F>, models: Models) => unknown,
) => ({
  from,
  to,
  react(event: EventOf<F>, models: Models) {
    const model = models[to]
    if (model) run(model, event, models)
  },
})

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

/** @param models from now on they react to each other */
export function connect(models: Models) {
  for (const { from } of REACTIONS) {
    const model: { changed: (event: never) => void } | null = models[from]
    const rows: { react: (event: never, models: Models) => void }[] = REACTIONS.filter(
      one => one.from === from,
    )
    if (model)
      model.changed = event => {
        for (const { react } of rows) react(event, models)
      }
  }
}
