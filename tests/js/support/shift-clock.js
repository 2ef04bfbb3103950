// SPDX-License-Identifier: Apache-2.0
// Sets this process's clock to another time after a while: node --import file:///…/shift-clock.js?hours=-1&after=2000

const { searchParams } = new URL(import.meta.url)
const RealDate = Date
let shift = 0
setTimeout(
  () => {
    shift = Number(searchParams.get('hours')) * 3_600_000
  },
  Number(searchParams.get('after')),
).unref()

globalThis.Date = class extends RealDate {
  /** @param {any[]} args */
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shift)
    else super(.../** @type {[any]} */ (args))
  }

  static now() {
    return RealDate.now() + shift
  }
}
