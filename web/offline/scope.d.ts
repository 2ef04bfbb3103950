// SPDX-License-Identifier: Apache-2.0
// What a service worker has beside a page's things, as far as ours uses it, and what the build writes into it.

/** A file relative to the page, and the hash that it must have. */
type ListedFile = [path: string, integrity: string]

/** All that the page needs but the engine. */
declare const SHELL: ListedFile[]
/** Another one for another shell or another service worker. */
declare const SHELL_VERSION: string
declare const ENGINE: ListedFile[]
declare const ENGINE_VERSION: string

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
