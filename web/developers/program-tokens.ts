// SPDX-License-Identifier: Apache-2.0
// Reads the words of a program one after the other: names, numbers, strings and signs.

/** An error of a program's text or of its run. `line`: of the text, from 1. `code`: of a ChessError, or ''. */
export class ProgramError extends Error {
  line: number
  code: string

  constructor(message: string, line: number, code = '') {
    super(message)
    this.line = line
    this.code = code
  }
}

type Kind = 'word' | 'number' | 'text' | 'sign' | 'end'

const BLANK = /\s+/y
const WORD = /[\p{L}$_][\p{L}\p{N}$_]*/uy
const NUMBER = /\d[\w.]*/y
/** The longest ones first. */
const SIGNS =
  '... === !== **= &&= ||= ??= => == != <= >= && || ?? ?. ++ -- += -= *= /= %= ** { } ( ) [ ] ; , < > + - * / % ! ? : = . `'.split(
    ' ',
  )
const KEYWORDS = new Set(
  `await break case catch class const continue default delete do else export extends false finally for function if import in
  instanceof let new null return super switch this throw true try typeof var void while yield`.split(/\s+/),
)
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', 0: '\0', '\n': '' }

export class Tokens {
  #text: string
  #kind: Kind = 'end'
  /** The word or the sign. */
  #token = ''
  /** Where the current token begins and ends. */
  start = 0
  end = 0
  /** The value of a number or a string. */
  value: unknown
  /** Whether a line break is before the token. */
  isOnNewLine = false

  /** @throws {ProgramError} as all methods that go on */
  constructor(text: string) {
    this.#text = text
    this.next()
  }

  /** @returns the word or the sign; '' for strings, numbers and the end */
  get token(): string {
    return this.#token
  }

  get isEnd(): boolean {
    return this.#kind === 'end'
  }

  /** @returns whether it is a number or a string */
  get isValue(): boolean {
    return this.#kind === 'number' || this.#kind === 'text'
  }

  lineOf(at: number): number {
    return this.#text.slice(0, at).split('\n').length
  }

  /** @returns the text from a place to the end of the current token, or to `end` */
  textFrom(at: number, end = this.end): string {
    return this.#text.slice(at, end).trim()
  }

  fail(message: string, at = this.start): never {
    throw new ProgramError(message, this.lineOf(at))
  }

  unexpected(): never {
    this.fail(
      this.isEnd
        ? 'The program ends too early.'
        : `This is not understood here: ${this.textFrom(this.start)}`,
    )
  }

  next() {
    const text = this.#text
    const before = this.end
    let at = before
    for (let from = -1; from !== at; ) {
      from = at
      at += this.#match(BLANK, at).length
      if (text.startsWith('//', at)) at = this.#find('\n', at)
      if (text.startsWith('/*', at)) at = this.#find('*/', at + 2) + 2
    }
    this.isOnNewLine = text.slice(before, at).includes('\n')
    this.start = at
    this.#token = ''
    const word = this.#match(WORD, at)
    const digits = this.#match(NUMBER, at)
    if (at >= text.length) this.#set('end', at)
    else if (text[at] === '"' || text[at] === "'") this.#readString(text[at])
    else if (digits) {
      this.value = Number(digits.replaceAll('_', ''))
      if (Number.isNaN(this.value)) this.fail(`This is not a number: ${digits}`)
      this.#set('number', at + digits.length)
    } else {
      const token = word || SIGNS.find(sign => text.startsWith(sign, at))
      if (!token) this.fail(`This is not understood here: ${text[at]}`)
      this.#token = token
      this.#set(word ? 'word' : 'sign', at + token.length)
    }
  }

  #set(kind: Kind, end: number) {
    this.#kind = kind
    this.end = end
  }

  #readString(quote: string) {
    let value = ''
    let at = this.start + 1
    while (this.#text[at] !== quote) {
      if (at >= this.#text.length || this.#text[at] === '\n') this.fail('This string does not end.')
      const letter = this.#letter(at)
      value += letter.text
      at = letter.end
    }
    this.value = value
    this.#set('text', at + 1)
  }

  /**
   * Reads the text of a template, from a place to the next value in it or to its end.
   * @returns `isLast`: the template ends; otherwise the current token is the first one of a value
   */
  templateText(from: number): { text: string; isLast: boolean } {
    let text = ''
    let at = from
    while (this.#text[at] !== '`' && !this.#text.startsWith('${', at)) {
      if (at >= this.#text.length) this.fail('This string does not end.', from)
      const letter = this.#letter(at)
      text += letter.text
      at = letter.end
    }
    const isLast = this.#text[at] === '`'
    this.end = at + (isLast ? 1 : 2)
    this.next()
    return { text, isLast }
  }

  /** @returns the letter at a place of a string, and where it ends */
  #letter(at: number): { text: string; end: number } {
    if (this.#text[at] !== '\\') return { text: this.#text[at], end: at + 1 }
    const kind = this.#text[at + 1] ?? ''
    if (kind !== 'u' && kind !== 'x') return { text: ESCAPES[kind] ?? kind, end: at + 2 }
    const isLong = this.#text[at + 2] === '{'
    const start = at + (isLong ? 3 : 2)
    const end = isLong ? this.#find('}', start) : start + (kind === 'u' ? 4 : 2)
    const digits = this.#text.slice(start, end)
    const code = /^[\da-f]{1,6}$/i.test(digits) ? Number.parseInt(digits, 16) : 0x110000
    if (code > 0x10ffff) this.fail('A letter of this string is not complete.')
    return { text: String.fromCodePoint(code), end: end + (isLong ? 1 : 0) }
  }

  is(token: string): boolean {
    return this.#token === token
  }

  take(token: string): boolean {
    if (this.#token !== token) return false
    this.next()
    return true
  }

  expect(token: string) {
    if (!this.take(token)) this.unexpected()
  }

  /** @returns whether it can name a variable */
  get isName(): boolean {
    return this.#kind === 'word' && !KEYWORDS.has(this.#token)
  }

  /** Takes a word. @param mayBeKeyword as after a dot */
  name(mayBeKeyword = false): string {
    const name = this.#token
    if (this.#kind !== 'word' || !(mayBeKeyword || this.isName)) this.unexpected()
    this.next()
    return name
  }

  string(): string {
    const { value } = this
    if (this.#kind !== 'text' || typeof value !== 'string') this.unexpected()
    this.next()
    return value
  }

  endStatement() {
    if (!this.take(';') && !this.is('}') && !this.isEnd && !this.isOnNewLine) this.unexpected()
  }

  /** Looks at what follows, and goes back. */
  ahead<T>(look: () => T): T {
    const { start, end, value, isOnNewLine } = this
    const [kind, token] = [this.#kind, this.#token]
    try {
      return look()
    } finally {
      Object.assign(this, { start, end, value, isOnNewLine })
      this.#kind = kind
      this.#token = token
    }
  }

  /** @returns where `sign` begins; the end of the text without it */
  #find(sign: string, from: number): number {
    const at = this.#text.indexOf(sign, from)
    return at < 0 ? this.#text.length : at
  }

  #match(pattern: RegExp, at: number): string {
    pattern.lastIndex = at
    return pattern.exec(this.#text)?.[0] ?? ''
  }
}
