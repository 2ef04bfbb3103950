// SPDX-License-Identifier: Apache-2.0
/** STUB, helper C */
export class Analyst {
  on = false
  /** @param {import('../game/study.js').Study} study @param {import('./engine-room.js').EngineRoom} room */
  constructor(study, room) {
    this.study = study
    this.room = room
  }
  /** @param {() => void} listener */
  onChange(listener) {
    void listener
  }
  start() {}
  stop() {}
}
