// SPDX-License-Identifier: Apache-2.0
// Runs a program in a part of JavaScript, without `eval`, which the policy of the page forbids. A program reaches only the names
// that it is given: no globals, and no way from a value to the functions that compile code. It has no classes, generators,
// regular expressions, bit operators and no `await`.

import { ChessError } from 'binbo'
import { ProgramError, Tokens } from './program-tokens.js'
import type { Bind, Operand, Run, Scope, Statement } from './program-values.js'
import {
  BASICS,
  BINARY,
  closure,
  declare,
  find,
  inner,
  inOrder,
  keyOf,
  LOGICAL,
  listOf,
  read,
  STEPS,
  UNARY,
  wordsOf,
  write,
} from './program-values.js'

/** A place of a value: `self` is the object of a member. */
type Place = { self: unknown; get: () => unknown; set: (value: unknown) => void }
/** `ref`: only of names and members. `at`: its place in the text. */
type Expression = { at: number; run: Run; ref?: (scope: Scope) => Place }
/** The entries that a program may import, with their exports by name. */
export type Modules = Record<string, Record<string, unknown>>

/** The value of a chain that ended at `?.`. */
const SHORT = Symbol('short')

/**
 * Runs a program to its end; an endless one never returns.
 * @param names the variables that it finds, beside BASICS
 * @throws {ProgramError}
 */
export function runProgram(text: string, modules: Modules, names: Record<string, unknown>) {
  const parser = new Parser(text, modules)
  const outer: Scope = inner(null)
  for (const [name, value] of Object.entries({ ...BASICS, ...names })) declare(outer, name, value, true)
  parser.run(inner(outer))
}

/** Reads the text once, and makes a function of each part. */
class Parser {
  #tokens: Tokens
  #modules: Modules
  #program: Statement
  /** By the start of a bracket: whether it holds the parameters of a function. */
  #arrows: Map<number, boolean> = new Map()
  /** The place in the text that ran last. */
  #ran = 0

  constructor(text: string, modules: Modules) {
    this.#tokens = new Tokens(text)
    this.#modules = modules
    const statements: Statement[] = []
    try {
      while (!this.#tokens.isEnd) statements.push(this.#statement())
    } catch (error) {
      throw this.#placed(error, this.#tokens.start)
    }
    this.#program = inOrder(statements)
  }

  run(scope: Scope) {
    try {
      this.#program(scope)
    } catch (error) {
      throw this.#placed(error, this.#ran)
    }
  }

  #placed = (error: unknown, at: number): ProgramError =>
    error instanceof ProgramError
      ? error
      : new ProgramError(
          wordsOf(error),
          this.#tokens.lineOf(at),
          error instanceof ChessError ? error.code : '',
        )

  // --- Statements ---

  #statement(): Statement {
    const tokens = this.#tokens
    if (tokens.is('{')) return this.#block()
    if (tokens.take(';')) return () => undefined
    if (tokens.take('import')) return this.#import()
    if (tokens.take('function')) {
      const name = tokens.name()
      const make = this.#function()
      return scope => void declare(scope, name, make(scope), false)
    }
    if (tokens.take('if')) return this.#if()
    if (tokens.take('for')) return this.#for()
    if (tokens.take('while')) return this.#loop(null, this.#inBrackets(), null)
    if (tokens.take('try')) return this.#try()
    const simple = this.#simple()
    tokens.endStatement()
    return simple
  }

  /** A statement that ends with its line. */
  #simple(): Statement {
    const tokens = this.#tokens
    if (tokens.is('const') || tokens.is('let')) return this.#declaration()
    if (tokens.take('break')) return () => 'break'
    if (tokens.take('continue')) return () => 'continue'
    if (tokens.take('return')) {
      const isEmpty = tokens.isOnNewLine || tokens.isEnd || tokens.is(';') || tokens.is('}')
      const value = isEmpty ? null : this.#expression()
      return scope => ({ value: value?.run(scope) })
    }
    const isThrown = tokens.take('throw')
    const { run } = this.#expression()
    return scope => {
      const value = run(scope)
      if (isThrown) throw value
    }
  }

  #block(): Statement {
    this.#tokens.expect('{')
    const statements: Statement[] = []
    while (!this.#tokens.take('}')) statements.push(this.#statement())
    const body = inOrder(statements)
    return scope => body(inner(scope))
  }

  #import(): Statement {
    const tokens = this.#tokens
    const wanted: [name: string, as: string][] = []
    this.#each('{', '}', () => {
      const name = tokens.name()
      wanted.push([name, tokens.take('as') ? tokens.name() : name])
    })
    tokens.expect('from')
    const at = tokens.start
    const entry = tokens.string()
    tokens.endStatement()
    if (!Object.hasOwn(this.#modules, entry))
      tokens.fail(`'${entry}' does not run on this page: copy the code, and run it in Node.`, at)
    const found = this.#modules[entry]
    for (const [name] of wanted)
      if (!Object.hasOwn(found, name)) tokens.fail(`'${entry}' has no ${name} on this page.`, at)
    return scope => {
      for (const [name, as] of wanted) declare(scope, as, found[name], true)
    }
  }

  #declaration(): Statement {
    const tokens = this.#tokens
    const isFixed = tokens.is('const')
    const made: Statement[] = []
    do {
      tokens.next()
      const bind = this.#pattern()
      const value = isFixed || tokens.is('=') ? this.#valueAfterSign() : null
      made.push(scope => void bind(scope, value?.(scope), isFixed))
    } while (tokens.is(','))
    return inOrder(made)
  }

  #valueAfterSign(): Run {
    this.#tokens.expect('=')
    return this.#expression().run
  }

  #if(): Statement {
    const test = this.#inBrackets()
    const then = this.#statement()
    const other = this.#tokens.take('else') ? this.#statement() : null
    return scope => (test.run(scope) ? then(scope) : other?.(scope))
  }

  /** Reads the body of a loop. */
  #loop(start: Statement | null, test: Expression | null, step: Expression | null): Statement {
    const body = this.#statement()
    return outer => {
      let scope = inner(outer)
      start?.(scope)
      while (!test || test.run(scope)) {
        const flow = body(scope)
        if (flow === 'break') return
        if (typeof flow === 'object') return flow
        // Functions made in one round keep its variables.
        scope = { names: new Map([...scope.names].map(([name, held]) => [name, { ...held }])), outer }
        step?.run(scope)
      }
    }
  }

  #for(): Statement {
    const tokens = this.#tokens
    tokens.expect('(')
    const isFixed = tokens.is('const')
    const isOf =
      (isFixed || tokens.is('let')) &&
      tokens.ahead(() => {
        tokens.next()
        this.#pattern()
        return tokens.is('of')
      })
    if (isOf) return this.#forOf(isFixed)
    const start = tokens.is(';') ? null : this.#simple()
    tokens.expect(';')
    const test = tokens.is(';') ? null : this.#expression()
    tokens.expect(';')
    const step = tokens.is(')') ? null : this.#expression()
    tokens.expect(')')
    return this.#loop(start, test, step)
  }

  #forOf(isFixed: boolean): Statement {
    const tokens = this.#tokens
    tokens.next()
    const bind = this.#pattern()
    tokens.expect('of')
    const { run } = this.#expression()
    tokens.expect(')')
    const body = this.#statement()
    return outer => {
      for (const value of listOf(run(outer))) {
        const scope = inner(outer)
        bind(scope, value, isFixed)
        const flow = body(scope)
        if (flow === 'break') return
        if (typeof flow === 'object') return flow
      }
    }
  }

  #try(): Statement {
    const tokens = this.#tokens
    const body = this.#block()
    tokens.expect('catch')
    const isNamed = tokens.take('(')
    const bind = isNamed ? this.#pattern() : null
    if (isNamed) tokens.expect(')')
    const caught = this.#block()
    return scope => {
      try {
        return body(scope)
      } catch (error) {
        const own = inner(scope)
        bind?.(own, error, false)
        return caught(own)
      }
    }
  }

  // --- Patterns and functions ---

  /** Reads parts with commas between them. */
  #each(open: string, close: string, part: () => void) {
    const tokens = this.#tokens
    tokens.expect(open)
    while (!tokens.take(close)) {
      part()
      if (!tokens.is(close)) tokens.expect(',')
    }
  }

  /** A name, `[a, , b = 1, ...c]`, or `{ a, b: c, d = 1 }`. */
  #pattern(): Bind {
    if (this.#tokens.is('[')) return this.#listPattern('[', ']')
    return this.#tokens.is('{') ? this.#fieldsPattern() : this.#nameBind(this.#tokens.name())
  }

  #nameBind =
    (name: string): Bind =>
    (scope, value, isFixed) =>
      declare(scope, name, value, isFixed)

  /** Also the parameters of a function. */
  #listPattern(open: string, close: string): Bind {
    const tokens = this.#tokens
    const parts: [bind: Bind | null, isRest: boolean][] = []
    this.#each(open, close, () => {
      const isRest = tokens.take('...')
      parts.push([tokens.is(',') ? null : this.#withDefault(this.#pattern()), isRest])
    })
    return (scope, given, isFixed) => {
      const rest = listOf(given)[Symbol.iterator]()
      for (const [bind, isRest] of parts)
        bind?.(scope, isRest ? [...{ [Symbol.iterator]: () => rest }] : rest.next().value, isFixed)
    }
  }

  #fieldsPattern(): Bind {
    const parts: [name: string, bind: Bind][] = []
    this.#each('{', '}', () => {
      const name = this.#tokens.name(true)
      parts.push([name, this.#withDefault(this.#tokens.take(':') ? this.#pattern() : this.#nameBind(name))])
    })
    return (scope, value, isFixed) => {
      for (const [name, bind] of parts) bind(scope, read(value, name, 'the value'), isFixed)
    }
  }

  #withDefault(bind: Bind): Bind {
    if (!this.#tokens.is('=')) return bind
    const run = this.#valueAfterSign()
    return (scope, value, isFixed) => bind(scope, value === undefined ? run(scope) : value, isFixed)
  }

  #function = (): Run => closure(this.#listPattern('(', ')'), this.#block())

  #arrow(): Run {
    const tokens = this.#tokens
    const isOne = tokens.isName
    const bind = isOne ? this.#nameBind(tokens.name()) : this.#listPattern('(', ')')
    const all: Bind = isOne ? (scope, given) => bind(scope, [...listOf(given)][0], false) : bind
    tokens.expect('=>')
    if (tokens.is('{')) return closure(all, this.#block())
    const { run } = this.#expression()
    return closure(all, scope => ({ value: run(scope) }))
  }

  /** @returns whether an arrow function begins here */
  #isArrow(): boolean {
    const tokens = this.#tokens
    const { start } = tokens
    if (!tokens.isName && !tokens.is('(')) return false
    const known = this.#arrows.get(start)
    if (known !== undefined) return known
    return tokens.ahead(() => {
      // Of all brackets inside, too: the text is looked through once.
      const open: number[] = []
      do {
        const isEnd = tokens.is(')')
        if (tokens.is('(')) open.push(tokens.start)
        if (tokens.is('`')) this.#template()
        else tokens.next()
        const [from] = isEnd ? open.splice(-1) : []
        if (from !== undefined) this.#arrows.set(from, tokens.is('=>'))
      } while (open.length > 0 && !tokens.isEnd)
      for (const from of open) this.#arrows.set(from, false)
      return tokens.is('=>')
    })
  }

  // --- Expressions ---

  #inBrackets(): Expression {
    this.#tokens.expect('(')
    const inside = this.#expression()
    this.#tokens.expect(')')
    return inside
  }

  #expression(): Expression {
    const tokens = this.#tokens
    const at = tokens.start
    if (this.#isArrow()) return { at, run: this.#arrow() }
    const left = this.#conditional()
    const { token } = tokens
    const operator = token.slice(0, -1)
    const apply = BINARY.get(operator)?.[1]
    const isRight = LOGICAL.get(operator)?.[1]
    const isAssignment = token === '=' || (token.endsWith('=') && !BINARY.has(token) && (apply || isRight))
    if (!isAssignment) return left
    const ref = this.#refOf(left)
    tokens.next()
    const { run } = this.#expression()
    const assign: Run = scope => {
      const place = ref(scope)
      const old = operator && place.get()
      if (isRight && !isRight(old)) return old
      const value = apply ? apply(old as Operand, run(scope) as Operand) : run(scope)
      place.set(value)
      return value
    }
    return { at, run: assign }
  }

  #refOf({ ref, at }: Expression) {
    if (!ref) this.#tokens.fail('Nothing can be assigned to this.', at)
    return ref
  }

  #conditional(): Expression {
    const test = this.#binary(0)
    if (!this.#tokens.take('?')) return test
    const then = this.#expression()
    this.#tokens.expect(':')
    const other = this.#expression()
    return { at: test.at, run: scope => (test.run(scope) ? then : other).run(scope) }
  }

  /** @param least takes operators of more power */
  #binary(least: number): Expression {
    let left = this.#unary()
    for (;;) {
      const { run, at } = left
      const { token } = this.#tokens
      const logical = LOGICAL.get(token)
      const [power, apply] = BINARY.get(token) ?? [logical?.[0] ?? 0]
      if (power <= least) return left
      this.#tokens.next()
      // Powers group from the right.
      const right = this.#binary(token === '**' ? power - 1 : power)
      const choose: Run = scope => {
        const value = run(scope)
        return logical?.[1](value) ? right.run(scope) : value
      }
      left = { at, run: apply ? scope => apply(run(scope) as Operand, right.run(scope) as Operand) : choose }
    }
  }

  #unary(): Expression {
    const tokens = this.#tokens
    const at = tokens.start
    const apply = UNARY.get(tokens.token)
    if (apply) {
      tokens.next()
      const { run } = this.#unary()
      return { at, run: scope => apply(run(scope) as Operand) }
    }
    const isBefore = STEPS.has(tokens.token)
    let step = STEPS.get(tokens.token)
    if (isBefore) tokens.next()
    const value = this.#postfix()
    if (!isBefore && !tokens.isOnNewLine) step = STEPS.get(tokens.token)
    if (step === undefined) return value
    const ref = this.#refOf(value)
    if (!isBefore) tokens.next()
    const change: Run = scope => {
      const place = ref(scope)
      const old = Number(place.get())
      place.set(old + step)
      return isBefore ? old + step : old
    }
    return { at, run: change }
  }

  /** A value with members and calls behind it. */
  #postfix(): Expression {
    const tokens = this.#tokens
    const at = tokens.start
    let value = tokens.take('new') ? this.#new(at) : this.#primary()
    let isOptional = false
    for (;;) {
      const name = tokens.textFrom(at, tokens.start)
      const isShort = tokens.take('?.')
      isOptional ||= isShort
      if (tokens.is('(')) value = this.#call(value, name, isShort)
      else if (tokens.take('[')) {
        value = this.#member(value, name, this.#expression().run, isShort)
        tokens.expect(']')
      } else if (isShort || tokens.take('.')) value = this.#member(value, name, this.#memberName(), isShort)
      else break
    }
    if (!isOptional) return value
    const { run } = value
    const whole: Run = scope => {
      const found = run(scope)
      return found === SHORT ? undefined : found
    }
    return { at, run: whole }
  }

  #memberName(): Run {
    const name = this.#tokens.name(true)
    return () => name
  }

  /** @param name of the object @param isShort whether a missing object ends the chain */
  #member({ at, run }: Expression, name: string, key: Run, isShort: boolean): Expression {
    const ref = (scope: Scope): Place => {
      const self = run(scope)
      if (self === SHORT || (isShort && (self === undefined || self === null)))
        return { self, get: () => SHORT, set: () => {} }
      const fixed = keyOf(key(scope))
      const get = () => {
        this.#ran = at
        return read(self, fixed, name)
      }
      const set = (value: unknown) => {
        get()
        write(self, fixed, value)
      }
      return { self, get, set }
    }
    return { at, ref, run: scope => ref(scope).get() }
  }

  #call({ at, run, ref }: Expression, name: string, isShort: boolean): Expression {
    const given = this.#list('(', ')')
    const call: Run = scope => {
      const place = ref?.(scope)
      const called = place ? place.get() : run(scope)
      if (called === SHORT || (isShort && (called === undefined || called === null))) return SHORT
      const values = given(scope)
      this.#ran = at
      if (typeof called !== 'function') throw new TypeError(`${name} is not a function.`)
      return Reflect.apply(called, place?.self, values)
    }
    return { at, run: call }
  }

  #new(at: number): Expression {
    const name = this.#tokens.name()
    const given = this.#tokens.is('(') ? this.#list('(', ')') : () => []
    const make: Run = scope => {
      this.#ran = at
      const { value } = find(scope, name)
      const values = given(scope)
      this.#ran = at
      if (typeof value !== 'function') throw new TypeError(`${name} is not a class.`)
      return Reflect.construct(value, values)
    }
    return { at, run: make }
  }

  /** Values with commas between them, of which some may be spread. */
  #list(open: string, close: string): (scope: Scope) => unknown[] {
    const parts: ((scope: Scope) => Iterable<unknown>)[] = []
    this.#each(open, close, () => {
      const isSpread = this.#tokens.take('...')
      const { run } = this.#expression()
      parts.push(scope => (isSpread ? listOf(run(scope)) : [run(scope)]))
    })
    return scope => parts.flatMap(part => [...part(scope)])
  }

  #primary(): Expression {
    const tokens = this.#tokens
    const at = tokens.start
    const { token, value } = tokens
    if (tokens.isValue || ['true', 'false', 'null'].includes(token)) {
      const constant = tokens.isValue ? value : token === 'null' ? null : token === 'true'
      tokens.next()
      return { at, run: () => constant }
    }
    if (tokens.is('(')) return { at, run: this.#inBrackets().run }
    if (tokens.is('[')) return { at, run: this.#list('[', ']') }
    if (tokens.is('{')) return { at, run: this.#object() }
    if (tokens.is('`')) return { at, run: this.#template() }
    if (tokens.take('function')) return { at, run: this.#function() }
    return this.#variable(tokens.name(), at)
  }

  #variable(name: string, at: number): Expression {
    const ref = (scope: Scope): Place => {
      this.#ran = at
      const found = find(scope, name)
      const set = (to: unknown) => {
        if (found.isFixed) throw new TypeError(`${name} is constant.`)
        found.value = to
      }
      return { self: undefined, get: () => found.value, set }
    }
    return { at, ref, run: scope => ref(scope).get() }
  }

  #object(): Run {
    const tokens = this.#tokens
    const parts: [key: Run | null, value: Run][] = []
    this.#each('{', '}', () => {
      if (tokens.take('...')) return parts.push([null, this.#expression().run])
      const { token, isName } = tokens
      const isComputed = tokens.take('[')
      const key = isComputed || tokens.isValue ? this.#expression().run : this.#memberName()
      if (isComputed) tokens.expect(']')
      if (isName && !tokens.is(':')) return parts.push([key, this.#variable(token, tokens.start).run])
      tokens.expect(':')
      parts.push([key, this.#expression().run])
    })
    return scope => {
      const made = {}
      for (const [key, value] of parts) {
        if (key) write(made, keyOf(key(scope)), value(scope))
        else Object.assign(made, value(scope))
      }
      return made
    }
  }

  #template(): Run {
    const parts: Run[] = []
    for (let from = this.#tokens.end; ; ) {
      const { text, isLast } = this.#tokens.templateText(from)
      parts.push(() => text)
      if (isLast) return scope => parts.map(part => String(part(scope))).join('')
      parts.push(this.#expression().run)
      if (!this.#tokens.is('}')) this.#tokens.unexpected()
      from = this.#tokens.end
    }
  }
}
