// SPDX-License-Identifier: Apache-2.0
// Without a bundler: files of the package as they are, in each kind of script that browsers have, under a strict policy.

import { readFileSync } from 'node:fs'
import { PAGE, policyWith, readFolder } from './browsers.js'

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
/** The program for scripts that know no import map. */
const BY_PATH = PROGRAM.replace(/'(binbo\b[^']*)'/g, (_, name) => `'${FILES[name]}'`)
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

/** @param {'chromium' | 'firefox'} kind @returns {(project: Project) => Promise<void>} */
const pages = kind => async project => {
  for (const [what, files] of Object.entries(PAGES)) {
    await project.check(what, async () => {
      const texts = { ...files, '/program.js': PROGRAM, '/by-path.js': BY_PATH }
      const { report, version } = await readFolder(project.folder, { kind, texts, csp: POLICY })
      project.shown = version.replace(/^\D*\//, '')
      return report
    })
  }
}

/** An import map stands in the page, so that its hash must stand in the policy. */
const POLICY = policyWith(MAP)

export const chromium = pages('chromium')
export const firefox = pages('firefox')
