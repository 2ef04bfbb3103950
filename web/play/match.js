// SPDX-License-Identifier: Apache-2.0
/** STUB, helper E */
export class Match {
  thinking = false
  /** @param {import('../game/study.js').Study} study @param {import('../engine/engine-room.js').EngineRoom} room */
  constructor(study, room) {
    this.study = study
    this.room = room
  }
  /** @param {() => void} listener */
  onChange(listener) {
    void listener
  }
  /** Both sides by hand from now on. */
  playByHand() {}
  /** After a reload: goes on with the match that was saved, if there was one. */
  resume() {}
}
