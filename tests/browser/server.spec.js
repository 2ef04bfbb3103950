// SPDX-License-Identifier: Apache-2.0
// The server of `make demo`: types, headers and ranges, nothing from outside its folders, the next port if one is in use.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { STRICT_CSP, startServer } from '../../js/tools/static-server.js'
import { root, test } from './support/fixtures.js'

const LONG = `export default '${'knight '.repeat(500)}'`

/** @type {string} */
let folder
/** @type {Awaited<ReturnType<typeof startServer>>} */
let server

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binbo-server-'))
  await mkdir(join(folder, 'site/sub'), { recursive: true })
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'site/index.html'), '<p>front</p>')
  await writeFile(join(folder, 'site/sub/index.html'), '<p>sub</p>')
  await writeFile(join(folder, 'dist/core.wasm'), Uint8Array.of(0, 97, 115, 109))
  await writeFile(join(folder, 'dist/index.js'), 'export {}')
  await writeFile(join(folder, 'dist/long.js'), LONG)
  await writeFile(join(folder, 'dist/long.js.br'), brotliCompressSync(LONG))
  await writeFile(join(folder, 'dist/long.js.gz'), gzipSync(LONG))
  await writeFile(join(folder, 'dist/part-ABCD1234.js'), LONG)
  server = await startServer({
    roots: { '/': join(folder, 'site'), '/binbo/': join(folder, 'dist') },
    texts: { '/text.html': '<p>text</p>' },
  })
})

test.afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Requests a path exactly as written: fetch() would normalize it and decompress the body.
 * @param {string} path
 * @param {string} [method]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer }>}
 */
function ask(path, method = 'GET', headers = {}) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers }, response => {
      /** @type {Buffer[]} */
      const chunks = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('files come with their type and the strict headers', async () => {
  for (const [path, type] of [
    ['/', 'text/html;charset=utf-8'],
    ['/?a=b', 'text/html;charset=utf-8'],
    ['/sub/', 'text/html;charset=utf-8'],
    ['/text.html?a', 'text/html; charset=utf-8'],
    ['/binbo/index.js', 'text/javascript'],
    ['/binbo/core.wasm', 'application/wasm'],
  ]) {
    const { status, headers } = await ask(path)
    assert.equal(status, 200, path)
    assert.equal(headers['content-type'], type)
    assert.equal(headers['content-security-policy'], STRICT_CSP)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
    assert.equal(headers['cross-origin-embedder-policy'], 'require-corp')
  }
  assert.match(STRICT_CSP, /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/)
  assert.equal((await ask('/', 'HEAD')).body.length, 0)
  assert.equal((await ask('/', 'POST')).status, 405)
})

test('the copy of a file that is compressed as the request accepts is sent', async () => {
  const encodings =
    /** @type {[accepted: string, encoding: string | undefined, unpack: (body: Buffer) => Buffer][]} */ ([
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
      ['identity', undefined, body => body],
    ])
  const tags = new Set()
  for (const [accepted, encoding, unpack] of encodings) {
    const { headers, body } = await ask('/binbo/long.js', 'GET', { 'Accept-Encoding': accepted })
    assert.equal(headers['content-encoding'], encoding)
    assert.equal(headers.vary, 'Accept-Encoding')
    assert.equal(headers['content-length'], String(body.length))
    assert.equal(unpack(body).toString(), LONG)
    const head = await ask('/binbo/long.js', 'HEAD', { 'Accept-Encoding': accepted })
    assert.equal(head.headers['content-length'], String(body.length))
    assert.equal(head.body.length, 0)
    tags.add(headers.etag)
  }
  assert.equal(tags.size, 3)
})

test('unchanged files are not sent again', async () => {
  const { headers } = await ask('/binbo/long.js')
  assert.equal(headers['cache-control'], 'no-cache')
  const again = await ask('/binbo/long.js', 'GET', { 'If-None-Match': headers.etag ?? '' })
  assert.equal(again.status, 304)
  assert.equal(again.body.length, 0)
  assert.equal(again.headers['content-security-policy'], STRICT_CSP)
  assert.equal((await ask('/binbo/long.js', 'GET', { 'If-None-Match': '"other"' })).status, 200)
  await writeFile(join(folder, 'dist/long.js'), `${LONG} `)
  assert.equal((await ask('/binbo/long.js', 'GET', { 'If-None-Match': headers.etag ?? '' })).status, 200)
  const hashed = await ask('/binbo/part-ABCD1234.js')
  assert.match(hashed.headers['cache-control'] ?? '', /immutable/)
})

test('a part of a file is sent if a range is asked for', async () => {
  const { status, headers, body } = await ask('/binbo/index.js', 'GET', { Range: 'bytes=2-4' })
  assert.equal(status, 206)
  assert.equal(headers['content-range'], 'bytes 2-4/9')
  assert.equal(headers['content-security-policy'], STRICT_CSP)
  assert.equal(body.toString(), 'por')
})

test('nothing outside the folders is served', async () => {
  for (const path of [
    '/../secret.txt',
    '/sub/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/binbo/../../secret.txt',
    '/binbo/..',
    '/%00',
    '/%zz',
    '/nothing.html',
    '//etc/passwd',
    '*',
  ]) {
    const { status, body } = await ask(path)
    assert.ok(status === 404 || status === 400, `${path} answers ${status}`)
    assert.doesNotMatch(body.toString(), /secret|root:/)
  }
})

test('make demo: takes the next port if one is in use, prints its address, ends on SIGINT', async () => {
  const env = { ...process.env, PORT: String(server.port) }
  const child = spawn(process.execPath, [join(root, 'js/tools/serve.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const printed = await new Promise((resolve, reject) => {
      let text = ''
      child.stdout.setEncoding('utf8').on('data', chunk => {
        text += chunk
        const found = /(http:\/\/127\.0\.0\.1:(\d+)\/)/.exec(text)
        if (found) resolve({ text, url: found[1], port: Number(found[2]) })
      })
      child.once('exit', code => reject(new Error(`it ended with ${code}: ${text}`)))
    })
    assert.notEqual(printed.port, server.port)
    assert.match(printed.text, /^build the page\n.*is in use/s)
    const page = await fetch(printed.url)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /<title>Binbo/)
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGINT')
    assert.equal(await ended, 0)
  } finally {
    child.kill('SIGKILL')
  }
})
