// SPDX-License-Identifier: Apache-2.0
// The dialog that saves the line on the board as an animated GIF, with the orientation, colours and pieces of the board.

import type { PgnNode } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { fieldValue } from '../page/dom.js'
import { saveSetting, setting } from '../page/settings.js'
import { button } from '../page/templates.js'
import { save } from '../page/text-out.js'
import { language, say } from '../page/texts.js'
import { lastOfLine } from '../study/nodes.js'
import { GifWriter, paletteOf } from './gif.js'
import type { Page } from './open-file.js'
import { boardDrawer } from './picture.js'

/** Pixels of a side. */
const SIZES = [320, 480, 640]
/** Seconds for each move. */
const DELAYS = [0.5, 1, 2, 3]
/** Seconds that the last position is shown in addition. */
const REST = 3

/** @param name of the file, without its ending */
export function openAnimation(page: Page, name: string) {
  const line = lineThrough(page.study.node)
  let working: AbortController | null = null
  let done = 0
  let said = ''
  const make = async () => {
    const { signal } = (working = new AbortController())
    done = 0
    said = ''
    dialog.draw()
    const delay = setting('gif-delay', DELAYS[1])
    const size = setting('gif-size', SIZES[1])
    try {
      const gif = await draw(page, line, { size, delay, signal }, count => {
        done = count
        dialog.draw()
      })
      said = say`Stopped.`
      if (gif) {
        save(`${name}.gif`, gif)
        const size = Math.ceil(gif.size / 1000)
        said =
          line.length === 1
            ? say`Saved: ${name}.gif, ${size} kB, 1 position.`
            : say`Saved: ${name}.gif, ${String(size)} kB, ${line.length} positions.`
      }
    } catch (error) {
      globalThis.reportError(error)
      said = say`This browser could not draw the pictures.`
    }
    working = null
    dialog.draw()
  }
  const stop = () => working?.abort()
  const choice = (label: string, setup: string, offered: number[], usual: number, unit: string) =>
    html`<label>${label}<select ?disabled=${working !== null} @change=${(event: Event) =>
      saveSetting(setup, Number(fieldValue(event)))}>${offered.map(
      value =>
        html`<option value=${value} ?selected=${value === setting(setup, usual)}>${value.toLocaleString(language)} ${unit}</option>`,
    )}</select></label>`
  const dialog = openDialog(
    say`Animated GIF`,
    { onClose: stop },
    () =>
      html`<p class="soft">${
        line.length === 2
          ? say`1 move: the line on the board, as the board shows it.`
          : say`${line.length - 1} moves: the line on the board, as the board shows it.`
      } ${say`The last position stays ${REST} s longer.`}</p>${[
        choice(say`Each move`, 'gif-delay', DELAYS, DELAYS[1], 's'),
        choice(say`Width and height`, 'gif-size', SIZES, SIZES[1], say`pixels`),
      ]}${
        working
          ? html`<progress aria-label=${say`Positions drawn`} max=${line.length} .value=${done}></progress>`
          : nothing
      }<p role="status">${working ? nothing : said}</p><div class="actions foot">${
        working
          ? button({ icon: 'stop', label: say`Stop`, run: stop })
          : button({ icon: 'download', label: say`Save the GIF`, class: 'primary', run: make })
      }</div>`,
  )
}

/** @returns the nodes from the start of the game to the end of the line of a node */
function lineThrough(node: PgnNode): PgnNode[] {
  const line = []
  for (let at: PgnNode | null = lastOfLine(node); at; at = at.parent) line.push(at)
  return line.reverse()
}

/**
 * @param onDrawn called with the number of positions drawn
 * @returns null if it was stopped
 */
async function draw(
  page: Page,
  line: readonly PgnNode[],
  { size, delay, signal }: { size: number; delay: number; signal: AbortSignal },
  onDrawn: (count: number) => void,
): Promise<Blob | null> {
  const drawer = boardDrawer(page, size)
  const check = line.find(({ position }) => position.isCheck)
  const samples = [line[0], line[line.length >> 1], line[line.length - 1], ...(check ? [check] : [])]
  const pixels: Uint32Array[] = []
  for (const node of samples) pixels.push(await drawer(node))
  const gif = new GifWriter(size, size, paletteOf(pixels))
  for (const [at, node] of line.entries()) {
    if (signal.aborted) return null
    gif.add(await drawer(node), at === line.length - 1 ? delay + REST : delay)
    onDrawn(at + 1)
    // Clicks and frames come before the next picture; hidden pages get no frames.
    await new Promise(resolve => setTimeout(resolve))
  }
  return signal.aborted ? null : gif.end()
}
