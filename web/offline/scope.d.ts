// SPDX-License-Identifier: Apache-2.0
// The types of a service worker that ours uses, and the constants that the build defines.

/** A path relative to the page, and the hash of the contents. */
type ListedFile = [path: string, integrity: string]

/** All files that the page needs, except the engine's. */
declare const SHELL: ListedFile[]
/** Changes with the shell and with the service worker. */
declare const SHELL_VERSION: string
declare const ENGINE: ListedFile[]
declare const ENGINE_VERSION: string
/** The file with the list of the documents' files. */
declare const DOCUMENTS: ListedFile

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends ExtendableEvent {
  request: Request
  /** the client that a navigation makes */
  resultingClientId: string
  respondWith(response: Promise<Response>): void
}

interface Client {
  id: string
  url: string
}

interface ClientMessage extends ExtendableEvent {
  data: unknown
  ports: readonly MessagePort[]
  source: Client | null
}

interface ServiceWorkerScope {
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Client[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'message', listener: (event: ClientMessage) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}
