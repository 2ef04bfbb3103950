// SPDX-License-Identifier: Apache-2.0
// The fields of the dialog for a new game.

import { h, writeText } from '../page/dom.js'

/**
 * @param {string} name
 * @param {string | null} legend null: the fieldset around it has one
 * @param {string} value the checked one
 * @param {[value: string, label: string][]} options
 * @returns {HTMLElement}
 */
export const radios = (name, legend, value, options) =>
  h(
    legend === null ? 'div' : 'fieldset',
    {},
    legend !== null && h('legend', {}, legend),
    h(
      'div',
      { class: 'row choices' },
      ...options.map(([option, label]) =>
        h(
          'label',
          { class: 'check' },
          h('input', { type: 'radio', name, value: option, checked: option === value }),
          label,
        ),
      ),
    ),
  )

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value the selected one
 * @param {[value: string, label: string, disabled?: boolean][]} options
 * @returns {HTMLElement}
 */
export const selectField = (name, label, value, options) =>
  h(
    'label',
    { class: 'select' },
    label,
    h(
      'select',
      { name, id: `new-game-${name}` },
      ...options.map(([option, text, disabled = false]) =>
        h('option', { value: option, selected: option === value, disabled }, text),
      ),
    ),
  )

/**
 * @param {string} name
 * @param {string} label
 * @param {number} value
 * @param {{ min: number, max: number, step?: number }} range
 * @returns {HTMLElement}
 */
export const numberField = (name, label, value, { min, max, step = 1 }) =>
  h(
    'label',
    { class: 'number' },
    label,
    h('input', {
      type: 'number',
      id: `new-game-${name}`,
      name,
      value,
      min,
      max,
      step,
      required: true,
      inputmode: step < 1 ? 'decimal' : 'numeric',
    }),
  )

/**
 * A slider from 0 with a text that says what its step means.
 * @param {string} name
 * @param {number} max
 * @param {number} value
 * @returns {{ root: HTMLElement, show: (label: string, text: string) => void }}
 */
export function rangeField(name, max, value) {
  const id = `new-game-${name}`
  const label = h('label', { for: id })
  const text = h('p', { id: `${id}-text`, class: 'soft' })
  const field = h('input', {
    type: 'range',
    id,
    name,
    min: 0,
    max,
    step: 1,
    value,
    'aria-describedby': text.id,
  })
  return {
    root: h('div', { class: 'field' }, label, field, text),
    show: (title, meaning) => {
      writeText(label, title)
      writeText(text, meaning)
      field.setAttribute('aria-valuetext', meaning)
    },
  }
}
