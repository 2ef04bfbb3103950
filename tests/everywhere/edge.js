// SPDX-License-Identifier: Apache-2.0
// Edge runtimes, which give WebAssembly as compiled modules only, and Next.js with all its kinds of code.

import { readUrl } from './browsers.js'

/** @import { Project } from './project.js' */

const ROUTE = "import { play } from '../../../program.js'\nexport const GET = () => Response.json(play())\n"
const CLIENT = `'use client'
import { useEffect, useState } from 'react'
import { play } from '../../program.js'
export default function Page() {
  const [report, setReport] = useState('')
  useEffect(() => setReport(JSON.stringify(play())), [])
  return <output id="result">{report}</output>
}
`
const SERVER = `import { play } from '../../program.js'
export const dynamic = 'force-dynamic'
export default () => <output id="result">{JSON.stringify(play())}</output>
`
const EDGE_PAGE = `import { play } from '../../program.js'
export const config = { runtime: 'edge' }
export default () => Response.json(play())
`
const NEXT = {
  'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>\n',
  'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n',
  'app/client/page.jsx': CLIENT,
  'app/server/page.jsx': SERVER,
  'app/api/node/route.js': `export const dynamic = 'force-dynamic'\n${ROUTE}`,
  'pages/api/edge-page.js': EDGE_PAGE,
}
const EDGE_ROUTE = { 'app/api/edge/route.js': `export const runtime = 'edge'\n${ROUTE}` }

/** With webpack Next.js 16.4 cannot build an edge route below app/, also without binbo. @param {'turbopack' | 'webpack'} bundler @returns {(project: Project) => Promise<void>} */
const nextWith = bundler => async project => {
  const config = { turbopack: { root: project.folder }, outputFileTracingRoot: project.folder }
  const hasRoute = bundler === 'turbopack'
  project.write({
    ...NEXT,
    ...(hasRoute ? EDGE_ROUTE : {}),
    'next.config.mjs': `export default ${JSON.stringify(config)}\n`,
  })
  await project.run(project.bin('next'), ['build', `--${bundler}`], { limit: 300_000 })
  const args = ['start', '--hostname=127.0.0.1', '--port=0']
  const server = await project.serve(project.bin('next'), args, /http:\/\/127[\d.:]+/)
  const answer = async (/** @type {string} */ path) => {
    const response = await fetch(server.url + path)
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${server.lastLines()}`)
    return response.json()
  }
  try {
    await project.check(
      'a client component, in Chromium',
      async () => (await readUrl(`${server.url}/client`)).report,
    )
    await project.check('a server component', async () => (await readUrl(`${server.url}/server`)).report)
    await project.check('a route', () => answer('/api/node'))
    await project.check('an edge route below `pages/`', () => answer('/api/edge-page'))
    if (hasRoute) await project.check('an edge route below `app/`', () => answer('/api/edge'))
  } finally {
    server.stop()
  }
}

export const next = nextWith('turbopack')
export const nextWebpack = nextWith('webpack')

const WORKER = "import { play } from './program.js'\nexport default { fetch: () => Response.json(play()) }\n"
const WRANGLER = { name: 'everywhere', main: 'worker.js', compatibility_date: '2026-07-01' }

/** @param {Project} project */
export async function workerd(project) {
  project.write({ 'worker.js': WORKER, 'wrangler.json': JSON.stringify(WRANGLER) })
  const args = ['dev', '--ip=127.0.0.1', '--port=0', '--show-interactive-dev-session=false']
  const server = await project.serve(project.bin('wrangler'), args, /http:\/\/127[\d.:]+/)
  try {
    await project.check('a Worker', async () => (await fetch(server.url)).json())
  } finally {
    server.stop()
  }
}
