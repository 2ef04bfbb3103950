// SPDX-License-Identifier: Apache-2.0
// make demo's server: right types and headers, nothing from outside its folder, another port when one is taken.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { STRICT_CSP, startServer } from '../../js/tools/static-server.js'
import { root } from './support/browser.js'

/** @type {string} */
let folder
/** @type {Awaited<ReturnType<typeof startServer>>} */
let server

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binbo-server-'))
  await mkdir(join(folder, 'site/sub'), { recursive: true })
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'site/index.html'), '<p>front</p>')
  await writeFile(join(folder, 'site/sub/index.html'), '<p>sub</p>')
  await writeFile(join(folder, 'dist/core.wasm'), Uint8Array.of(0, 97, 115, 109))
  await writeFile(join(folder, 'dist/index.js'), 'export {}')
  await symlink(join(folder, 'secret.txt'), join(folder, 'site/link.txt'))
  server = await startServer({ roots: { '/': join(folder, 'site'), '/binbo/': join(folder, 'dist') } })
})

after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Asks for a path exactly as written: fetch would tidy it up first.
 * @param {string} path
 * @param {string} [method]
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: string }>}
 */
function ask(path, method = 'GET') {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method }, response => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('files come with their type and the strict headers', async () => {
  for (const [path, type] of [
    ['/', 'text/html; charset=utf-8'],
    ['/?a=b', 'text/html; charset=utf-8'],
    ['/sub/', 'text/html; charset=utf-8'],
    ['/binbo/index.js', 'text/javascript; charset=utf-8'],
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
  assert.equal((await ask('/', 'HEAD')).body, '')
  assert.equal((await ask('/', 'POST')).status, 405)
})

test('nothing outside of the folders is served', async () => {
  for (const path of [
    '/../secret.txt',
    '/sub/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/binbo/../../secret.txt',
    '/binbo/..',
    '/link.txt',
    '/%00',
    '/%zz',
    '/nothing.html',
    '/sub',
    '//etc/passwd',
    '*',
  ]) {
    const { status, body } = await ask(path)
    assert.ok(status === 404 || status === 400, `${path} answers ${status}`)
    assert.doesNotMatch(body, /secret|root:/)
  }
})

test('make demo: takes the next port when one is taken, prints its address, ends on SIGINT', async () => {
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
    assert.match(printed.text, /is taken/)
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
