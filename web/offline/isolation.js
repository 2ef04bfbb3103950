// SPDX-License-Identifier: Apache-2.0
// What lets a page share memory between threads, which the stronger engine needs. Few static hosts can send it; from
// the second visit on the service worker does.

const POLICIES = Object.entries({
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
})

/**
 * @param {Response} response owned
 * @returns {Response} with the policies that it lacks
 */
export function isolated(response) {
  const missing = POLICIES.filter(([name]) => !response.headers.has(name))
  // An opaque or failed one stays what it is.
  if (missing.length === 0 || response.status === 0) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of missing) headers.set(name, value)
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
