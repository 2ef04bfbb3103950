// SPDX-License-Identifier: Apache-2.0
// What people may set of the engine in use: how many processors and how much memory it takes.

import { h } from '../page/dom.js'
import { MOST } from './built-in.js'

/** @typedef {import('binbo/uci').Engine} Engine */
/** @typedef {import('./engine-room.js').EngineRoom} EngineRoom */

const FIELDS = /** @type {const} */ ([
  { name: 'Threads', label: 'Threads', unit: '' },
  { name: 'Hash', label: 'Memory', unit: ' MB' },
])

/**
 * @param {EngineRoom} room
 * @param {Engine} engine
 * @returns {HTMLElement | null} null: there is nothing to set
 */
export function engineOptions(room, engine) {
  const said = h('p', { class: 'soft', role: 'status' })
  const fields = FIELDS.map(field => optionField(room, engine, field, said)).filter(field => field !== null)
  return fields.length > 0 ? h('div', { class: 'engine-options' }, ...fields, said) : null
}

/**
 * @param {EngineRoom} room
 * @param {Engine} engine
 * @param {typeof FIELDS[number]} field
 * @param {HTMLElement} said says what has become of it
 */
function optionField(room, engine, { name, label, unit }, said) {
  const option = engine.options.get(name)
  if (option?.type !== 'spin') return null
  const least = option.min ?? 1
  const most = Math.min(option.max ?? least, room.source.kind === 'builtin' ? MOST[name] : Infinity)
  if (most <= least) return null
  const value = () => String(option.value ?? option.default ?? least)
  const input = h('input', { type: 'number', min: least, max: most, step: 1, value: value(), required: true })
  input.addEventListener('change', async () => {
    if (!input.checkValidity()) {
      said.textContent = `${label}: a whole number from ${least} to ${most}${unit}.`
      input.value = value()
      return
    }
    said.textContent = 'The engine takes this when it has finished what it does …'
    try {
      await room.setOptions({ [name]: input.valueAsNumber })
      said.textContent = `${label}: ${input.value}${unit}.`
    } catch {
      // Where it died of it, the dialog shows what it died of.
      said.textContent = `${label}: the engine does not take ${input.value}${unit}.`
      input.value = value()
    }
  })
  return h('label', {}, `${label} (${least} to ${most}${unit})`, input)
}
