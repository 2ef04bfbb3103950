// SPDX-License-Identifier: Apache-2.0
// The program of the board, to be edited and run on the page: its text, its buttons, and what it prints.

/// <reference path="../page/built.d.ts" />

import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { fieldValue } from '../page/dom.js'
import { announce } from '../page/notices.js'
import { button, codeView } from '../page/templates.js'
import type { Report, Task } from './program-worker.js'

/** Milliseconds that a program may run. */
const LIMIT = 5000

/** The edited text of the program `of`, which comes back when the dialog is opened again. */
let edited = { of: '', text: '' }

export class Trial {
  #redraw: () => void
  #program = ''
  #pgn = ''
  #printed: string[] = []
  #end = ''
  #isError = false
  /** of the error, or '' */
  #code = ''
  #worker: Worker | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param redraw draws the view */
  constructor(redraw: () => void) {
    this.#redraw = redraw
  }

  get text(): string {
    return edited.of === this.#program ? edited.text : this.#program
  }

  /** @param program as the page writes it @param pgn the value of the variable `pgn` */
  view(program: string, pgn: string) {
    if (program !== this.#program) this.#finish()
    this.#program = program
    this.#pgn = pgn
    const { text } = this
    const isRunning = this.#worker !== null
    const edit = (event: Event) => {
      edited = { of: program, text: fieldValue(event) }
      this.#redraw()
    }
    const reset = () => {
      edited = { of: '', text: '' }
      this.#redraw()
    }
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      this.#start()
    }
    return html`<details><summary>const pgn = \`…\` (${pgn.split('\n').length} lines)</summary><pre class="code dump" tabindex="0"
      role="region" aria-label="The value of pgn">${pgn}</pre></details><textarea class="code dump" id="trial" aria-label="The program, to edit and run"
      aria-describedby="trial-help" rows=${Math.min(16, text.split('\n').length + 1)} spellcheck="false" autocapitalize="off" autocomplete="off"
      .value=${live(text)} @input=${edit} @keydown=${press}></textarea><div class="row">${button({
        ...{ id: 'trial-run', class: 'primary', label: isRunning ? 'Stop' : 'Run' },
        run: () => (isRunning ? this.#finish('Stopped.') : this.#start()),
      })}${
        text === program ? nothing : button({ label: 'Undo the changes', run: reset })
      }<span class="soft" id="trial-help">Ctrl+Enter runs it. It runs here without engines, and sees nothing of this page but <code>pgn</code>.</span></div>
      <pre class="code dump" id="trial-printed" tabindex="0" role="region" aria-label="What it prints" ?hidden=${this.#printed.length === 0}>${this.#printed.join('\n')}</pre>
      <p id="trial-end" class=${this.#isError ? 'error' : 'soft'}>${this.#end} ${codeView(this.#code)}</p>`
  }

  /** Stops a program that runs. */
  stop() {
    if (this.#worker) this.#finish()
  }

  #start() {
    this.#finish()
    this.#printed = []
    this.#end = 'It runs …'
    const worker = new Worker(new URL(DEVELOPERS_WORKERS['program-worker'], location.href), {
      type: 'module',
    })
    this.#worker = worker
    worker.addEventListener('message', ({ data }) => this.#worker === worker && this.#take(data))
    worker.addEventListener('error', ({ message }) => {
      if (this.#worker === worker)
        this.#finish(
          message || 'A part of the page could not be loaded. Check your connection and try again.',
          true,
        )
    })
    worker.postMessage({ program: this.text, pgn: this.#pgn } satisfies Task)
    this.#redraw()
  }

  #take(report: Report) {
    if (report.kind === 'started')
      this.#timer = setTimeout(() => {
        this.#finish(`Stopped after ${LIMIT / 1000} seconds.`, true)
      }, LIMIT)
    else if (report.kind === 'print') {
      this.#printed.push(report.text)
      this.#redraw()
    } else if (report.error) {
      const { line, text, code } = report.error
      this.#finish(`Line ${line}: ${text}`, true, code)
    } else this.#finish(this.#printed.length > 0 ? 'Done.' : 'Done. It printed nothing.')
  }

  /** Ends the program, if one runs. */
  #finish(end = '', isError = false, code = '') {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = null
    this.#end = end
    this.#isError = isError
    this.#code = code
    if (end === '') return
    this.#redraw()
    announce(end)
  }
}
