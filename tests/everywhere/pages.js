// SPDX-License-Identifier: Apache-2.0
// Without a bundler: files of the package as they are, in each kind of script that browsers have, under a strict policy.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { STRICT_CSP } from '../../js/tools/static-server.js'
import { launchChromium } from '../browser/support/chromium.js'
import { launchExtension, MANIFEST } from '../browser/support/extension.js'
import { launchFirefox } from '../browser/support/firefox.js'
import { PAGE, policyWith, readFolder } from './browsers.js'
import { EXPECTED_IN_JS } from './expected.js'

/** @import { Launch } from './browsers.js' */
/** @import { Project } from './project.js' */

const DIST = '/node_modules/binbo/dist'
const PROGRAM = readFileSync(new URL('program.js', import.meta.url), 'utf8')
const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
/** The files of the entries in browsers, by what imports name. */
const FILES = Object.fromEntries(
  Object.entries(exports)
    .filter(([, target]) => target.default)
    .map(([name, target]) => [name.replace('.', 'binbo'), target.default.replace('./dist', DIST)]),
)
/** @param {string} program @returns {string} the same for scripts that know no import map */
const byPath = program => program.replace(/'(binbo\b[^']*)'/g, (_, name) => `'${FILES[name]}'`)
const BY_PATH = byPath(PROGRAM)
const MAP = JSON.stringify({ imports: FILES })

/** @param {string} scripts */
const html = scripts => `<!doctype html>
<meta charset="utf-8">
<title>everywhere</title>
<link rel="icon" href="data:,">
<output id="result"></output>
${scripts}
`
const byModule = html('<script type="module" src="/page.js"></script>')
const show = 'report => { document.querySelector("#result").textContent = JSON.stringify(report) }'
const inWorker = "import { play } from '/by-path.js'\n"

/** By the name of the check: the page and its scripts. */
const PAGES = {
  'an import map': {
    '/index.html': html(
      `<script type="importmap">${MAP}</script>\n<script type="module" src="/page.js"></script>`,
    ),
    '/page.js': PAGE,
  },
  'a classic script, by `import()`': {
    '/index.html': html('<script src="/page.js"></script>'),
    '/page.js': `import('/by-path.js').then(({ play }) => play()).then(${show})\n`,
  },
  'a module Worker': {
    '/index.html': byModule,
    '/page.js': `new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => (${show})(data)\n`,
    '/worker.js': `${inWorker}postMessage(play())\n`,
  },
  'a SharedWorker': {
    '/index.html': byModule,
    '/page.js': `new SharedWorker('/worker.js', { type: 'module' }).port.onmessage = ({ data }) => (${show})(data)\n`,
    '/worker.js': `${inWorker}onconnect = ({ ports: [port] }) => port.postMessage(play())\n`,
  },
  'a service worker, module': {
    '/index.html': byModule,
    '/page.js': `await navigator.serviceWorker.register('/worker.js', { type: 'module' })
navigator.serviceWorker.onmessage = ({ data }) => (${show})(data)
const { active } = await navigator.serviceWorker.ready
active.postMessage('play')
`,
    '/worker.js': `${inWorker}onmessage = ({ source }) => source.postMessage(play())\n`,
  },
}

/** An import map stands in the page, so that its hash must stand in the policy. */
const POLICY = policyWith(MAP)

/** @param {Launch} launch @returns {(project: Project) => Promise<void>} */
const pagesIn = launch => async project => {
  for (const [what, files] of Object.entries(PAGES)) {
    await project.check(what, async () => {
      const texts = { ...files, '/program.js': PROGRAM, '/by-path.js': BY_PATH }
      const { report, version } = await readFolder(project.folder, { launch, texts, csp: POLICY })
      project.shown = version.replace(/^\D*\//, '')
      return report
    })
  }
}

export const chromium = pagesIn(launchChromium)
export const firefox = pagesIn(launchFirefox)

/** The headless Chromium of an npm package, without a graphics card and a sandbox. @param {Project} project */
export async function oldChromium(project) {
  const files = project.path('node_modules/@sparticuz/chromium/bin')
  const unpack = (/** @type {string} */ packed, /** @type {string} */ name) =>
    writeFileSync(project.path(name), brotliDecompressSync(readFileSync(join(files, packed))), {
      mode: 0o755,
    })
  unpack('chromium.br', 'chromium')
  unpack('swiftshader.tar.br', 'drawing.tar')
  await project.run('tar', ['xf', 'drawing.tar'])
  const args = ['--no-sandbox', '--use-gl=swiftshader']
  await pagesIn(() => launchChromium(args, project.path('chromium')))(project)
}

const IN_JS = byPath(
  readFileSync(new URL('in-js.js', import.meta.url), 'utf8').replace(/'binbo\b/g, "'binbo/js"),
)

/** `binbo/js` under a policy without 'wasm-unsafe-eval'. @param {Project} project */
export async function withoutWasm(project) {
  const texts = {
    '/index.html': byModule,
    '/page.js': `import { play } from '/in-js.js'\n(${show})(await play())\n`,
    '/in-js.js': IN_JS,
  }
  const report = async () => {
    const found = await readFolder(project.folder, {
      texts,
      csp: STRICT_CSP.replace(" 'wasm-unsafe-eval'", ''),
    })
    project.shown = found.version
    return found.report
  }
  await project.check('`import` of `binbo/js`', report, { ...EXPECTED_IN_JS, wasm: 'object' })
}

/** An extension whose folder is the project. @param {Project} project */
export async function extension(project) {
  project.write({
    'manifest.json': MANIFEST,
    'service.js': `${inWorker}globalThis.play = play\n`,
    'popup.html': byModule,
    'page.js': PAGE.replace('./program.js', '/by-path.js'),
    'by-path.js': BY_PATH,
  })
  const { context, service, openPopup } = await launchExtension(project.folder, project.path('profile'))
  try {
    project.shown = context.browser()?.version()
    await project.check('its service worker, module', () => service.evaluate('play()'))
    await project.check('its popup', async () => {
      const popup = await openPopup()
      const found = await popup.waitForFunction(() => document.querySelector('#result')?.textContent)
      return JSON.parse(await found.jsonValue())
    })
  } finally {
    await context.close()
  }
}
