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
  respondWith(response: Promise<Response>): void
}

interface ServiceWorkerScope {
  registration: ServiceWorkerRegistration
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'message', listener: (event: ExtendableEvent & MessageEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}
