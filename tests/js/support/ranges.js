// SPDX-License-Identifier: Apache-2.0
// A server of files by ranges of bytes, or without them.

import { createServer } from 'node:http'

/**
 * @param {{ after: (hook: () => unknown) => void } | undefined} t closes it at the end
 * @param {Map<string, Uint8Array>} files by path
 */
export async function serveFiles(t, files) {
  const state = {
    files,
    ranges: true,
    hidesSize: false,
    status: 200,
    requests: /** @type {string[]} */ ([]),
    url: '',
  }
  const server = createServer((request, response) => {
    state.requests.push(`${request.method} ${request.url} ${request.headers.range ?? ''}`)
    // For pages of other origins.
    response.setHeader('Access-Control-Allow-Origin', '*')
    const file = state.files.get(request.url ?? '')
    if (state.status !== 200) return response.writeHead(state.status).end()
    if (file === undefined) return response.writeHead(404).end()
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (request.method === 'HEAD') return response.writeHead(200, { 'Content-Length': file.length }).end()
    if (!state.ranges || from === undefined)
      return response.writeHead(200, state.hidesSize ? {} : { 'Content-Length': file.length }).end(file)
    if (Number(from) >= file.length)
      return response.writeHead(416, { 'Content-Range': `bytes */${file.length}` }).end()
    const part = file.subarray(Number(from), Number(to) + 1)
    const range = { 'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${file.length}` }
    response.writeHead(206, { 'Content-Length': part.length, ...(state.hidesSize ? {} : range) }).end(part)
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  state.url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`
  const close = () =>
    new Promise(resolve => {
      server.close(resolve)
      server.closeAllConnections()
    })
  t?.after(close)
  return Object.assign(state, { close })
}
