// SPDX-License-Identifier: Apache-2.0
// The reactions of models to changes of other models, in the order in which they run. They run immediately; views and effects
// follow the snapshot instead (page/store.js).

import type { Models } from './state.js'

/** The argument of a model's changed(). */
type EventOf<F extends keyof Models> =
  NonNullable<Models[F]> extends { changed: (event: infer E) => unknown } ? E : never

/**
 * @param from the model that has changed
 * @param to the model that reacts, if it has been loaded
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
  // First, since others may request an engine.
  row('study', 'room', (room, _, { study }) => room.play(study.variant)),
  row('study', 'analyst', (analyst, change) => analyst.follow(change)),
  // The match's engine and clock follow the moves.
  row('study', 'match', (match, change) => match.follow(change)),
  // A proposed move belongs to the previous position.
  row('study', 'proposal', proposal => proposal.cancel()),
  // A game that was loaded by another model replaces the game of the current tab.
  row('study', 'games', (games, change) => games.follow(change)),
  // Shows a game that begins.
  row('study', 'places', (places, change) => places.follow(change)),
  // Findings belong to the moves of a game.
  row('study', 'review', (review, change) => review.follow(change)),
  // A question ends with its position.
  row('study', 'questions', (questions, change) => questions.follow(change)),
  // Before the caller continues, whose announcement must be the last one.
  row('study', 'announcer', (announcer, change) => announcer.follow(change)),

  // The analysis begins when an engine is ready, and waits while it is claimed.
  row('room', 'analyst', analyst => analyst.followRoom()),
  row('room', 'match', match => match.followRoom()),

  // While the last moves of the previous game are known, which its entry in the browser's history needs.
  row('games', 'address', (address, event) => address.follow(event)),
  // After the tabs, since each tab has its match: games between people connect and disconnect.
  row('games', 'friends', friends => friends.follow()),
  row('match', 'friends', friends => friends.follow()),

  // Last, so that the snapshot has the results of all reactions.
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
  // Thoughts and lines arrive many times a second.
  row('match', 'store', (store, what) => (what === 'thought' ? store.changeSoon() : store.change())),
  row('analyst', 'store', store => store.changeSoon()),
]

/** Connects the models, so that they react to each other. */
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
