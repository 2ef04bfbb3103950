// SPDX-License-Identifier: Apache-2.0
// Playwright's page.route(): answers what the page asks for in place of its files.

/** @typedef {{ status?: number, body?: string, headers?: Record<string, string> }} Reply */
/** @typedef {Reply | 'files' | 'failure'} Answer what a request gets: another reply, the page's own file, or none */

export class Routes {
  /** @type {{ pattern: RegExp, answer: (route: any) => unknown }[]} the last one first */
  #all = []

  /** @param {string | RegExp} files a glob of an address @param {(route: any) => unknown} answer */
  add(files, answer) {
    this.#all.unshift({ pattern: typeof files === 'string' ? ofGlob(files) : files, answer })
  }

  /** @param {string | RegExp} files */
  remove(files) {
    const source = (typeof files === 'string' ? ofGlob(files) : files).source
    this.#all = this.#all.filter(({ pattern }) => pattern.source !== source)
  }

  /** @param {string} url @returns {Promise<Answer>} */
  async answerTo(url) {
    for (const { pattern, answer } of this.#all) {
      if (!pattern.test(url)) continue
      const found = await new Promise((resolve, reject) => {
        const settle = (/** @type {Answer | null} */ value) => async () => resolve(value)
        const route = {
          request: () => ({ url: () => url, method: () => 'GET' }),
          abort: settle('failure'),
          continue: settle('files'),
          fallback: settle(null),
          fulfill: async (/** @type {Reply} */ reply) => resolve(reply),
        }
        Promise.resolve(answer(route)).catch(reject)
      })
      if (found) return found
    }
    return 'files'
  }
}

/** @param {string} glob @returns {RegExp} */
const ofGlob = glob =>
  new RegExp(
    `^${glob
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\*\*|\*/g, stars => (stars === '**' ? '.*' : '[^/]*'))}$`,
  )
