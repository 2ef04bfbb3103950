// SPDX-License-Identifier: Apache-2.0
// Draws the icons of the installed page from web/icon.svg: make icons. The icons are committed, since this needs Chromium.

import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '../browser/support/chromium.js'

const WEB = fileURLToPath(new URL('../../web/', import.meta.url))
/** Systems cut their own shape out of a maskable icon: its drawing is smaller, and its background is opaque. */
const ICONS = [
  { name: 'icon-192', size: 192, maskable: false },
  { name: 'icon-512', size: 512, maskable: false },
  { name: 'icon-maskable', size: 512, maskable: true },
]
const MASKED_SHARE = 0.72

const drawing = await readFile(`${WEB}icon.svg`, 'utf8')
const background = /<rect [^>]*fill="(#\w+)"/.exec(drawing)?.[1]
if (!background) throw new Error('web/icon.svg has no background')
const browser = await launchChromium()
try {
  const page = await browser.newPage()
  for (const { name, size, maskable } of ICONS) {
    const drawn = maskable ? Math.round(size * MASKED_SHARE) : size
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>html { background: ${maskable ? background : 'transparent'} }
        body { display: grid; place-items: center; height: 100vh; margin: 0 }
        svg { width: ${drawn}px; height: ${drawn}px }</style>${drawing}`,
    )
    await writeFile(`${WEB}${name}.png`, await page.screenshot({ omitBackground: true }))
    console.log(`web/${name}.png`)
  }
} finally {
  await browser.close()
}
