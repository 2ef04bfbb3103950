// SPDX-License-Identifier: Apache-2.0
// Node without WebAssembly, and an app's bundle of Metro on Hermes.

import { readFileSync } from 'node:fs'
import { EXPECTED_IN_JS } from './expected.js'
import { asCommonJs } from './project.js'

/** @import { Project } from './project.js' */

const PROGRAM = readFileSync(new URL('in-js.js', import.meta.url), 'utf8')
const IN_NODE = `${PROGRAM.replace(/'binbo\b/g, "'binbo/js")}\nplay().then(report => console.log(JSON.stringify(report)))\n`

/** @param {string} flag @returns {(project: Project) => Promise<void>} */
export const node = flag => async project => {
  project.write({ 'main.js': IN_NODE, 'required.cjs': asCommonJs(IN_NODE) })
  const report = async (/** @type {string} */ file) => JSON.parse(await project.run('node', [flag, file]))
  await project.check('`import` of `binbo/js`', () => report('main.js'), EXPECTED_IN_JS)
  await project.check('`require` of `binbo/js`', () => report('required.cjs'), EXPECTED_IN_JS)
}

/** What React Native gives its apps, and Hermes 0.12 alone does not have. */
const SURROUNDINGS = `
globalThis.performance = { now: () => Date.now() }
globalThis.console = { log: print, warn: print, error: print }
if (![].at)
  Array.prototype.at = function (index) {
    return this[index < 0 ? this.length + index : index]
  }
`
const APP = `import './surroundings.js'
${PROGRAM}
play().then(report => print(JSON.stringify(report)), error => print(error.stack))
`
const BABEL = { presets: ['module:@react-native/babel-preset'] }
/** usage: node build.cjs entry.js [without-exports]    writes bundle.js */
const BUILD = `const Metro = require('metro')
const entry = process.argv[2]
Metro.loadConfig({ config: 'metro.config.cjs' })
  .then(config => Metro.runBuild(config, { entry, out: 'bundle.js', dev: false, minify: true, platform: 'ios' }))
  .catch(error => {
    console.error(error.stack)
    process.exit(1)
  })
`
/** As the configuration of React Native, without its own modules. */
const METRO = `module.exports = {
  projectRoot: __dirname,
  resolver: {
    resolverMainFields: ['react-native', 'browser', 'main'],
    unstable_conditionNames: ['react-native'],
    unstable_enablePackageExports: !process.argv.includes('without-exports'),
  },
  transformer: { babelTransformerPath: require.resolve('@react-native/metro-babel-transformer') },
  maxWorkers: 1,
}
`

/** @param {Project} project */
export async function hermes(project) {
  project.write({
    'app.js': APP,
    'surroundings.js': SURROUNDINGS,
    'babel.config.json': JSON.stringify(BABEL),
    'metro.config.cjs': METRO,
    'build.cjs': BUILD,
  })
  const program = project.path('node_modules/hermes-engine-cli/linux64-bin/hermes')
  const report = async (/** @type {string[]} */ ...args) => {
    await project.run('node', ['build.cjs', 'app.js', ...args])
    return JSON.parse(await project.run(program, ['bundle.js']))
  }
  await project.check("an app's bundle of Metro", () => report(), EXPECTED_IN_JS)
  const what = 'the same where Metro does not read `exports`, as before React Native 0.79'
  await project.check(what, () => report('without-exports'), EXPECTED_IN_JS)
}
