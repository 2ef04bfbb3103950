// SPDX-License-Identifier: Apache-2.0
// Answers of a cache as the server would give them: to HEAD, and to requests for a part.

/**
 * @param {Response} kept owned
 * @param {Request} request GET or HEAD
 * @returns {Promise<Response>} with the headers that were sent with it, such as the page's policies
 */
export async function answerKept(kept, request) {
  const headers = new Headers(kept.headers)
  // The body has been unpacked.
  headers.delete('Content-Encoding')
  if (request.method === 'HEAD') return new Response(null, { headers })
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('Range') ?? '')
  if (!range) return nameless(kept)
  const blob = await kept.blob()
  const start = Number(range[1])
  const end = Math.min(range[2] === '' ? Number.POSITIVE_INFINITY : Number(range[2]), blob.size - 1)
  if (start > end) {
    headers.set('Content-Range', `bytes */${blob.size}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('Content-Range', `bytes ${start}-${end}/${blob.size}`)
  headers.set('Content-Length', `${end - start + 1}`)
  return new Response(blob.slice(start, end + 1), { status: 206, headers })
}

/**
 * The same answer without an address. A Worker has the address of its script's answer, which lacks the fragment
 * that tells Stockfish's threads what they are: they would start as whole engines, each with threads like them.
 * @param {Response} response owned
 * @returns {Response} what it answers has the address that was asked for
 */
function nameless({ body, status, statusText, headers }) {
  const plain = new Headers(headers)
  plain.delete('Content-Encoding')
  return new Response(body, { status, statusText, headers: plain })
}
