// SPDX-License-Identifier: Apache-2.0
// README.md and web/docs/ are true: snippets run as printed, commands exist, links lead somewhere, the error
// reference is that of src/error.h.

import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { DOCUMENTS, siteAddress } from '../../web/docs/site/documents.js'
import { highlight } from '../../web/docs/site/highlight.js'
import { fragmentOf, renderDocument } from '../../web/docs/site/markdown.js'
import { writeDocs } from '../../web/docs/site/write-docs.js'
import { errorReference, withReference } from '../../web/docs/site/write-errors.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = path => readFileSync(`${root}${path}`, 'utf8')
const documentFiles = readdirSync(`${root}web/docs`)
  .filter(name => name.endsWith('.md'))
  .map(name => `web/docs/${name}`)
/** Path → Markdown. */
const documents = new Map(['README.md', ...documentFiles].map(path => [path, read(path)]))
const all = [...documents.values()].join('\n')
const snippets = [...all.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code)

/** @type {string} a folder where `binbo` is installed, and with it `ws` and `stockfish` */
let folder

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'binbo-readme-'))
  writeFileSync(join(folder, 'package.json'), '{}') // else one of a folder above may name itself binbo
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'binbo'))
  for (const name of ['ws', 'stockfish'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
})

after(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A line `expression // value` of a snippet becomes a check where the value is one that can be compared.
 * @param {string} code
 */
function withChecks(code) {
  let count = 0
  const lines = code.split('\n').map(line => {
    const found =
      /^(?:console\.log\()?([\w.?]+(?:\([^;]*\))?(?:\.\w+\([^)]*\))?(?: (?:===|instanceof) [\w.]+)?)\)? \/\/ (.+)$/.exec(
        line,
      )
    if (!found) return line
    const [, expression, words] = found
    const value = /^('[^']*'|true|false|\d+|[\w/]+ [wb] [KQkq-]+ \S+ \d+ \d+|[[{].*[\]}])(?:$|; )/.exec(
      words,
    )?.[1]
    if (value === undefined || value.includes('…')) return line
    count++
    const literal = /^[\w/]+ [wb] /.test(value) ? JSON.stringify(value) : value
    return `assert.deepEqual(JSON.parse(JSON.stringify(${expression})), ${literal})`
  })
  return { code: `import assert from 'node:assert/strict'\n${lines.join('\n')}`, count }
}

test('every snippet runs, and the values that it promises are what comes out', async () => {
  assert.ok(snippets.length >= 8)
  let checks = 0
  const run = async (/** @type {string} */ snippet, /** @type {number} */ i) => {
    const { code, count } = withChecks(snippet)
    checks += count
    const cwd = join(folder, `snippet-${i}`) // which may write files
    mkdirSync(cwd)
    const file = join(cwd, 'snippet.mjs')
    writeFileSync(file, code)
    try {
      await promisify(execFile)(process.execPath, ['--preserve-symlinks', file], { cwd })
    } catch (error) {
      assert.fail(`${error.stderr}\n${code}`)
    }
  }
  const waiting = snippets.map((snippet, i) => () => run(snippet, i))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
  }
  await Promise.all([work(), work()])
  assert.ok(checks >= 45, `only ${checks} values were checked`)
})

test('the error reference is that of src/error.h, a heading for each code', () => {
  const header = read('src/error.h')
  const document = documents.get('web/docs/errors.md')
  assert.equal(withReference(document, errorReference(header)), document)
  const codes = [...header.matchAll(/X\((ERR_\w+),/g)].map(([, code]) => code)
  assert.ok(codes.length > 50)
  for (const code of codes) assert.ok(document.includes(`\n### ${code}\n`), code)
})

test('the make targets that the documents name exist', () => {
  const makefile = read('Makefile')
  const targets = new Set([...all.matchAll(/(?:`|^)make ([\w-]+)/gm)].map(([, target]) => target))
  for (const target of ['demo', 'test', 'bench', 'load']) assert.ok(targets.has(target), target)
  for (const target of targets)
    assert.match(makefile, new RegExp(`^([\\w-]+ )*${target}( [\\w-]+)*:`, 'm'), target)
})

test('the CHANGELOG has what is not released first, then the version of the package, dated', () => {
  const sections = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title)
  const { version } = JSON.parse(read('package.json'))
  assert.equal(sections[0], '[Unreleased]')
  assert.match(sections[1], new RegExp(`^\\[${version}\\] - \\d{4}-\\d\\d-\\d\\d$`))
})

test('the README says how long make test takes, as make does', () => {
  const time = /^test:.*(at most \d+ minutes on two idle cores)$/m.exec(read('Makefile'))?.[1]
  assert.ok(time && read('README.md').includes(time), time)
})

test('the README is short, and begins with a program of ten lines that prints what stands below it', async () => {
  const text = read('README.md')
  assert.ok(text.split('\n').length - 1 <= 160)
  const [, code, printed] = /^```js\n(.*?)^```\n\n```text\n(.*?)^```$/ms.exec(text) ?? []
  assert.ok(code && code.split('\n').filter(line => line !== '').length <= 10)
  assert.equal(
    text.slice(0, text.indexOf(code)).split('\n\n').length,
    3,
    'a title and a sentence stand before it',
  )
  const file = join(folder, 'first.mjs')
  writeFileSync(file, code)
  const { stdout } = await promisify(execFile)(process.execPath, ['--preserve-symlinks', file], {
    cwd: folder,
  })
  assert.equal(`${stdout.trimEnd()}\n`, printed) // the PGN ends with a line break of its own
})

test('the README names the version, each command of the terminal, and sizes that size.md measures', async () => {
  const text = read('README.md')
  const [, version] = /^(\d+\.\d+)\./.exec(JSON.parse(read('package.json')).version) ?? []
  assert.ok(text.includes(`version ${version}:`), version)
  const cli = join(root, 'dist/cli/main.js')
  const { stdout } = await promisify(execFile)(process.execPath, [cli, '--help'])
  const commands = Array.from(stdout.matchAll(/^ {2}([a-z-]+(?: [a-z]+)?) {2,}\w/gm), ([, name]) => name)
  assert.ok(commands.length >= 18, `${commands}`)
  assert.deepEqual(
    commands.filter(name => !text.includes(`\`${name}\``) && !text.includes(`npx binbo ${name} `)),
    [],
  )
  const size = read('web/docs/size.md')
  const [, brotli] = /\((\d+) kB with\s+brotli\)/.exec(text) ?? []
  const [, slim] = /`binbo\/slim`\]\S+ is (\d+) kB/.exec(text) ?? []
  assert.match(size, new RegExp(`^\\| rules \\| .* \\| ${brotli} kB \\|$`, 'm'))
  assert.match(size, new RegExp(`^\\| rules without the bytes \\| .* \\| ${slim} kB \\| \\d+ kB \\|$`, 'm'))
})

test('the README installs the file that npm pack writes', () => {
  assert.ok(read('README.md').includes(`npm install ../binbo/${JSON.parse(read('package.json')).name}-*.tgz`))
})

test('the limits are those of the source', () => {
  const rows = [...read('web/docs/limits.md').matchAll(/^\| [^|]+ \| ([\d,]+) \| `(\w+)` in `([^`]+)` \|$/gm)]
  assert.ok(rows.length >= 13, `${rows.length}`)
  for (const [, value, name, path] of rows) {
    const written = new RegExp(`\\b${name} = ([\\w() <-]+)`).exec(read(path))?.[1]
    assert.ok(written, `${path}: ${name}`)
    const number = new Function(`return ${written}`)()
    const expected = name === 'SLOT_BITS' ? 2 ** number : number
    assert.equal(Number(value.replaceAll(',', '')), expected, `${path}: ${name}`)
  }
})

test('the size of npm stockfish is that of the package', () => {
  const folder = join(root, 'node_modules', 'stockfish')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const bytes = files.reduce(
    (sum, { parentPath, path, name }) => sum + statSync(join(parentPath ?? path, name)).size,
    0,
  )
  const [, megabytes] = /npm install stockfish +# ([\d.]+) MB/.exec(read('web/docs/engines.md')) ?? []
  assert.equal(Number(megabytes), Number((bytes / 1e6).toFixed(1)))
})

test('the source files that the documents for contributors name exist', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const text = `${read('CONTRIBUTING.md')}\n${read('web/docs/design.md')}`
  const named = [...text.matchAll(/(?<![\w.#*/-])((?:[\w-]+\/)*[\w-]+\.(?:[jt]s|[ch]))\b/g)].map(
    ([, name]) => name,
  )
  const ours = named.filter(name => !/(^|\/)(x|chess)\.[jt]s$|NAME/.test(name))
  assert.ok(ours.length > 50, `${ours.length} names`)
  assert.deepEqual(
    ours.filter(name => !files.some(file => `/${file}`.endsWith(`/${name}`))),
    [],
  )
})

test('links between documents lead to a document and a heading of it', () => {
  let count = 0
  const others = ['CHANGELOG.md', 'CONTRIBUTING.md'].map(path => /** @type {const} */ ([path, read(path)]))
  for (const [path, text] of [...documents, ...others]) {
    for (const [, href] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(href)) continue
      const [file, fragment] = href.split('#')
      const target = file ? normalize(join(path, '..', file)) : path
      assert.ok(existsSync(`${root}${target}`), `${path}: ${href}`)
      if (fragment) assert.ok(fragmentsOf(read(target)).includes(fragment), `${path}: ${href}`)
      count++
    }
  }
  assert.ok(count >= 8, `only ${count} links were checked`)
})

/** @param {string} text Markdown */
const fragmentsOf = text =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => fragmentOf(heading.replaceAll('`', '')))

test('rendered, a document has its headings, links within the site, and tables with a name that scroll', () => {
  const { title, html } = renderDocument(
    '# A `b` & c\n\n<!-- gone -->\n\n[x](errors.md#err_argument) [y](web/docs/pgn.md)\n\n| a |\n|---|\n| `1 < 2` |\n\n## "d"\n\n| e |\n|---|\n',
  )
  assert.equal(title, 'A b & c')
  assert.match(html, /<h1 id="a-b--c">A <code>b<\/code> &amp; c<\/h1>/)
  assert.match(html, /href="errors.html#err_argument".*href="pgn.html"/)
  const [table, other] = html.match(/<div class="table".*>/g) ?? []
  assert.equal(table, '<div class="table" role="group" aria-label="Table: A b &amp; c" tabindex="0"><table>')
  assert.match(other, /aria-label="Table: &quot;d&quot;"/)
  assert.match(html, /<table>[\s\S]*1 &lt; 2[\s\S]*<\/table>/)
  assert.match(renderDocument('# A\n\n## B c\n').html, /<h2 id="b-c"><a href="#b-c">B c<\/a><\/h2>/)
  assert.doesNotMatch(html, /gone/)
  assert.throws(() => siteAddress('../elsewhere.md'), /not part of the site/)
  assert.throws(() => renderDocument('no title'), /needs a title/)
})

test('code is coloured by the build, word for word as it is written; an unknown language stops it', () => {
  const code = "import { Game } from 'binbo' // <the rules>\nconst game = new Game()\n"
  const html = highlight(code, 'js')
  assert.match(html, /<i class=k>const<\/i> game = <i class=k>new <\/i><i class=t>Game<\/i>\(\)/)
  assert.match(html, /<i class=s>'binbo' ?<\/i>/)
  assert.match(
    highlight('move(from: Square): Move', 'signature'),
    /<i class=f>move<\/i>.*<i class=t>Move<\/i>/,
  )
  assert.equal(highlight('a < b', 'text'), 'a &lt; b')
  assert.throws(() => highlight('', 'cobol'), /no colours for cobol/)
  const plain = (/** @type {string} */ text) =>
    text
      .replace(/<\/?i[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&')
  for (const [, language, block] of all.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm))
    assert.equal(plain(highlight(block, language)), block, language)
})

/** Elements without an end. */
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'path', '!doctype'])

/** @param {string} html @returns {string[]} what is wrong with it: elements that do not nest, ids that are not unique, headings */
function faultsOf(html) {
  const faults = []
  const open = []
  for (const [tag, end, name] of html.matchAll(/<(\/?)([!\w-]+)[^<>]*>/g)) {
    if (VOID.has(name.toLowerCase())) continue
    if (!end) open.push(name)
    else if (open.pop() !== name) faults.push(`${tag} ends another element`)
    if (name === 'a' && !end && open.filter(other => other === 'a').length > 1)
      faults.push(`${tag} is in a link`)
  }
  if (open.length > 0) faults.push(`${open} do not end`)
  const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
  faults.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map(id => `two #${id}`))
  const depths = Array.from(html.matchAll(/<h(\d)/g), ([, depth]) => Number(depth))
  if (depths.filter(depth => depth === 1).length !== 1) faults.push('not one h1')
  for (const [at, depth] of depths.entries())
    if (depth > (depths[at - 1] ?? 0) + 1) faults.push(`heading ${at} skips a level`)
  for (const [image] of html.matchAll(/<img[^>]*>/g))
    if (!/ width="\d+" height="\d+"/.test(image)) faults.push(`${image} has no size`)
  return faults
}

test('make pages renders all documents, and every address in them exists', async () => {
  const site = join(folder, 'site')
  mkdirSync(site)
  await writeDocs(site)
  const pages = readdirSync(join(site, 'docs')).filter(name => name.endsWith('.html'))
  assert.equal(pages.length, DOCUMENTS.length)
  assert.ok(pages.length > documents.size, 'with the reference')
  const compressed = (/** @type {string} */ name) =>
    brotliCompressSync(readFileSync(join(site, 'docs', name))).length
  const [, kilobytes] = /`search-index\.js`: .*?, (\d+) kB compressed/.exec(read('web/docs/page.md')) ?? []
  const size = compressed('search-index.js') / 1000
  assert.ok(Math.abs(size / Number(kilobytes) - 1) < 0.1, `page.md says ${kilobytes} kB of ${size}`)
  for (const [name, most] of Object.entries({ 'docs.js': 5_500, 'theme.js': 800, 'docs.css': 3_600 }))
    assert.ok(compressed(name) <= most, `${name}: ${compressed(name)} bytes`)
  for (const page of pages) {
    const html = readFileSync(join(site, 'docs', page), 'utf8')
    assert.deepEqual(faultsOf(html), [], page)
    const scripts = Array.from(html.matchAll(/<script[^>]*>/g), ([tag]) => tag)
    assert.deepEqual(scripts, ['<script src="theme.js">', '<script src="docs.js" defer>'], page)
    assert.doesNotMatch(html, /<[^>]* style=/, page)
    const at = DOCUMENTS.findIndex(({ name }) => `${name}.html` === page)
    for (const [rel, neighbour] of [
      ['prev', DOCUMENTS[at - 1]],
      ['next', DOCUMENTS[at + 1]],
    ]) {
      const href = new RegExp(`href="([^"]+)" rel="${rel}"`).exec(html)?.[1]
      assert.equal(href, neighbour && `${neighbour.name}.html`, `${page}: ${rel}`)
    }
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^(https?:|\.\.\/(index\.html|icon\.svg)$)/.test(address)) continue
      const [file, fragment] = address.split('#')
      const target = join(site, 'docs', file || page)
      assert.ok(existsSync(target), `${page}: ${address}`)
      if (fragment)
        assert.ok(readFileSync(target, 'utf8').includes(`id="${fragment}"`), `${page}: ${address}`)
    }
  }
})
