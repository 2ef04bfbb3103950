// SPDX-License-Identifier: Apache-2.0
/**
 * JSDoc as the written types have it: what a declaration does, without the types that JSDoc of JS must name and without
 * the tags that the compiler has read. tsc copies the comments of all overloads to each of them, and loses those of
 * typedefs.
 */

/** Tags whose text is for users, in the order in which they are written. */
const KEPT = ['template', 'param', 'returns', 'throws', 'deprecated', 'see', 'example']
/** Tags that only say something to the compiler. */
const READ = [
  'type',
  'overload',
  'internal',
  'private',
  'protected',
  'override',
  'readonly',
  'this',
  'implements',
  'extends',
  'satisfies',
]
const OF_TYPES = ['typedef', 'callback', 'property']
const TAG = new RegExp(
  `(?:^|\\s)@(${[...KEPT, ...READ, ...OF_TYPES].join('|')}|[a-z]+(?=\\s*$))(?=\\W|$)`,
  'm',
)

/**
 * @typedef {object} Tag
 * @property {string} name
 * @property {string} type what stands in braces
 * @property {string} subject of a param, template, typedef or property: its name
 * @property {string} text
 */
/**
 * @typedef {object} Doc
 * @property {string} text before the first tag
 * @property {Tag[]} tags
 */

/**
 * @param {string} text after a tag's name
 * @returns {[type: string, rest: string]} what stands in the leading braces, and what follows
 */
function splitType(text) {
  if (!text.startsWith('{')) return ['', text]
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return [text.slice(1, at), text.slice(at + 1).trim()]
  }
  throw new Error(`unbalanced braces: ${text}`)
}

/**
 * @param {string} comment from its opening to its closing mark
 * @returns {Doc}
 * @throws {Error} for a tag that is not known
 */
export function parseDoc(comment) {
  const body = comment
    .slice(3, -2)
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim()
  const [text, ...rest] = body.split(new RegExp(`${TAG.source}`, 'm'))
  /** @type {Tag[]} */
  const tags = []
  for (let at = 0; at < rest.length; at += 2) {
    const name = rest[at]
    if (![...KEPT, ...READ, ...OF_TYPES].includes(name))
      throw new Error(`the types have no rule for @${name}`)
    const [type, after] = splitType(rest[at + 1].trim())
    const named = ['param', 'template', 'typedef', 'callback', 'property'].includes(name)
    const [, subject = '', said = ''] = named
      ? (/^(\[[^\]]*\]|\S+)?\s*([\s\S]*)$/.exec(after) ?? [])
      : ['', '', after]
    tags.push({ name, type, subject: subject.replace(/^\[([^=\]]*).*\]$/, '$1'), text: said.trim() })
  }
  return { text: text.trim(), tags }
}

/** @param {string} text */
const sentence = text =>
  text && `${text[0].toUpperCase()}${text.slice(1)}${/[.!?:)`]$/.test(text) ? '' : '.'}`

/**
 * The descriptions of all types that the comments of a file define.
 * @param {Doc[]} docs
 * @returns {Map<string, string>}
 */
export function typeTexts(docs) {
  const texts = new Map()
  for (const { text, tags } of docs)
    for (const [index, tag] of tags.entries())
      if (tag.name === 'typedef' || tag.name === 'callback') {
        const said = [index === 0 ? text : '', tag.text].filter(Boolean).join('\n')
        if (said) texts.set(tag.subject, said)
      }
  return texts
}

/** @param {Doc} doc */
const isOfType = ({ tags }) => tags.some(({ name }) => OF_TYPES.includes(name))
/** @param {Doc} doc */
const isOverload = ({ tags }) => tags.some(({ name }) => name === 'overload')

/**
 * @param {Doc[]} docs all comments before a declaration
 * @param {number} index which one of the declarations of this name it is, from 0
 * @returns {Doc | undefined} its own
 */
export function ownDoc(docs, index) {
  const own = docs.filter(doc => !isOfType(doc))
  const overloads = own.filter(isOverload)
  if (overloads.length === 0) return own.at(-1)
  const overload = overloads[index]
  const implementation = own.at(-1)
  if (!overload || !implementation || isOverload(implementation)) return overload
  const tags = overload.tags.map(tag =>
    tag.text
      ? tag
      : {
          ...tag,
          text:
            implementation.tags.find(
              ({ name, subject }) => tag.name === 'param' && name === 'param' && subject === tag.subject,
            )?.text ?? '',
        },
  )
  if (!tags.some(({ name }) => name === 'throws'))
    tags.push(...implementation.tags.filter(({ name }) => name === 'throws'))
  return { text: overload.text, tags }
}

/**
 * The text for users. Where only `@returns` has any, that is its summary: of a getter as it stands, of a function after
 * the word Returns.
 * @param {Doc} doc
 * @param {boolean} isValue of a getter, field or constant
 * @returns {string} lines without comment marks; '' if it says nothing
 */
export function docText({ text, tags }, isValue) {
  let summary = text
  let kept = tags
  if (!summary) summary = tags.find(({ name }) => name === 'type')?.text ?? ''
  if (!summary) {
    const returns = tags.find(({ name }) => name === 'returns')?.text
    if (returns) {
      summary = isValue ? returns : `Returns ${returns}`
      kept = tags.filter(({ name }) => name !== 'returns')
    }
  }
  const lines = sentence(summary)
    .split('\n')
    .filter((line, at, all) => line !== '' || all[at - 1] !== '')
  for (const { name, type, subject, text: said } of kept) {
    if (!KEPT.includes(name)) continue
    if (name === 'throws') lines.push(`@throws {${type}} ${said}`.trim())
    else if (said) lines.push(`@${name} ${subject ? `${subject} ` : ''}${said}`)
  }
  return lines.filter((line, at) => line !== '' || at > 0).join('\n')
}

/**
 * @param {string} text
 * @param {string} indent
 * @returns {string} a comment of its own lines, or nothing
 */
export function commentOf(text, indent) {
  if (!text) return ''
  const lines = text.split('\n')
  if (lines.length === 1 && lines[0].length + indent.length < 112) return `/** ${lines[0]} */\n${indent}`
  return `/**\n${lines.map(line => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n${indent}`
}
