// SPDX-License-Identifier: Apache-2.0
// JobLine: whose job is done next, as a law over random crowds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JobLine } from '#js/server/host/job-line.js'
import { randomFrom } from '../random.js'

/** Places in the line, of parties that do not wait outside among others. */
const IN_LINE = { white: 4, black: 4, stranger: 1, watchers: 1 }
const PARTIES = ['white', 'black', 'stranger', 'watchers', 'house', 'user:U']

/** Jobs that a test ends one by one. */
class Crowd {
  line = new JobLine()
  /** @type {{ party: string, number: number }[]} jobs in the order in which they began */
  begun = []
  #count = 0

  /** @returns {{ party: string, number: number } | undefined} undefined: there is no place */
  come(party) {
    if (this.line.isFull(party)) return undefined
    const job = { party, number: this.#count++ }
    const turn = this.line.begin(party)
    if (turn === undefined) this.begun.push(job)
    else turn.then(() => this.begun.push(job))
    return job
  }

  async endOne() {
    this.line.end()
    // The next one begins in a microtask.
    await undefined
  }

  async endAll() {
    while (this.line.isBusy) await this.endOne()
  }
}

test('jobs of a party keep their order, all are done, and one at a time', async () => {
  const random = randomFrom(39)
  for (let round = 0; round < 200; round++) {
    const crowd = new Crowd()
    const came = []
    for (let step = 0; step < 60; step++) {
      if (random() < 0.7) {
        const job = crowd.come(PARTIES[Math.floor(random() * PARTIES.length)])
        if (job !== undefined) came.push(job)
      } else if (crowd.line.isBusy) await crowd.endOne()
    }
    await crowd.endAll()
    assert.equal(crowd.begun.length, came.length)
    for (const party of PARTIES) {
      const of = jobs => jobs.filter(job => job.party === party)
      assert.deepEqual(of(crowd.begun), of(came), party)
    }
  }
})

test('a job waits for no more jobs of another party than that has places in the line', async () => {
  for (const [flooder, inLine] of Object.entries(IN_LINE)) {
    for (const party of PARTIES) {
      if (party === flooder) continue
      const crowd = new Crowd()
      let came = 0
      while (crowd.come(flooder) !== undefined) came++
      const job = crowd.come(party)
      await crowd.endAll()
      assert.equal(crowd.begun.indexOf(job), inLine, `${party} behind ${came} of ${flooder}`)
      assert.equal(crowd.begun.length, came + 1)
    }
  }
})

test('a party that is full takes no place of another, and has places again', async () => {
  const crowd = new Crowd()
  const most = { white: 128, black: 128, stranger: 4, 'user:U': 4, 'user:V': 4, house: 256 }
  for (const [party, count] of Object.entries(most)) {
    for (let i = 0; i < count; i++) assert.ok(crowd.come(party), `${party} ${i}`)
    assert.equal(crowd.come(party), undefined, party)
  }
  await crowd.endAll()
  for (const party of Object.keys(most)) assert.equal(crowd.line.isFull(party), false, party)
})

test('few jobs are done in the order in which they came, whosever they are', async () => {
  const crowd = new Crowd()
  const came = 'house white black white house stranger black white'.split(' ').map(party => crowd.come(party))
  await crowd.endAll()
  assert.deepEqual(crowd.begun, came)
})
