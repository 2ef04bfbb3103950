// SPDX-License-Identifier: Apache-2.0
// A list that clients of this node watch: the lobby, or running games. However many they are, it is read and written as text
// once a round.

/** A client that watches the list. */
type ListWatcher = { client: { isSlow: boolean }; send: (text: string) => void }
/** The text that a client has, and when it may get the next one, as performance.now() counts. */
type Sent = { text: string | undefined; next: number }

const SECOND = 1000

export class ListFeed {
  #name: string
  #read: () => Promise<unknown[]>
  #charactersPerSecond: number
  #watchers: Map<ListWatcher, Sent> = new Map()
  /** The last list, as a message. */
  #text = ''
  #isTelling = false

  /**
   * @param name of the field of its messages
   * @param read returns the list; rejects while the store is away
   * @param charactersPerSecond that a client gets in the long run
   */
  constructor(name: string, read: () => Promise<unknown[]>, charactersPerSecond = Number.POSITIVE_INFINITY) {
    this.#name = name
    this.#read = read
    this.#charactersPerSecond = charactersPerSecond
  }

  /**
   * @returns the message with the whole list
   * @throws {ChessError} of the store
   */
  async text(): Promise<string> {
    const text = JSON.stringify({ [this.#name]: await this.#read() })
    // The same string is compared quickly.
    if (text !== this.#text) this.#text = text
    return this.#text
  }

  /** @param peer gets the list when it changes */
  watch(peer: ListWatcher) {
    if (!this.#watchers.has(peer)) this.#watchers.set(peer, { text: undefined, next: 0 })
  }

  unwatch(peer: ListWatcher) {
    this.#watchers.delete(peer)
  }

  /** A client has got the list. */
  note(peer: ListWatcher, text: string) {
    const sent = this.#watchers.get(peer)
    if (sent === undefined) return
    sent.text = text
    sent.next = performance.now() + (text.length / this.#charactersPerSecond) * SECOND
  }

  /** Sends the newest list to clients that do not have it. To be called now and then. */
  async publish() {
    if (this.#watchers.size === 0 || this.#isTelling) return
    this.#isTelling = true
    try {
      const text = await this.text()
      const now = performance.now()
      for (const [peer, sent] of this.#watchers) {
        if (sent.text === text || sent.next > now || peer.client.isSlow) continue
        this.note(peer, text)
        peer.send(text)
      }
    } catch {
      // The store is away: the next round tries again.
    } finally {
      this.#isTelling = false
    }
  }
}
