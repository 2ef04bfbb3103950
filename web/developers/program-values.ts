// SPDX-License-Identifier: Apache-2.0
// What a program can reach on this page: operators, a few names, and the members of values, except those that lead to the
// functions that compile code.

export type Variable = { value: unknown; isFixed: boolean }
/** The variables of a block. */
export type Scope = { names: Map<string, Variable>; outer: Scope | null }

export type Run = (scope: Scope) => unknown
/** Declares the names of a pattern. */
export type Bind = (scope: Scope, value: unknown, isFixed: boolean) => void
/** What follows a statement: undefined goes on, an object returns from the function. */
export type Flow = undefined | 'break' | 'continue' | { value: unknown }
export type Statement = (scope: Scope) => Flow

/** Members that lead to the functions that compile code, or that see or change what is outside of the program. */
const CLOSED = new Set([
  ...['constructor', 'prototype', '__proto__', 'caller', 'callee', 'arguments'],
  ...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'],
])

/** Its values may be of any type; the operators convert them. */
export type Operand = number

// biome-ignore-start lint/suspicious/noDoubleEquals: the program's own.
const binary: Record<string, [power: number, apply: (a: Operand, b: Operand) => unknown]> = {
  '==': [4, (a, b) => a == b],
  '!=': [4, (a, b) => a != b],
  '===': [4, (a, b) => a === b],
  '!==': [4, (a, b) => a !== b],
  '<': [5, (a, b) => a < b],
  '>': [5, (a, b) => a > b],
  '<=': [5, (a, b) => a <= b],
  '>=': [5, (a, b) => a >= b],
  '+': [6, (a, b) => a + b],
  '-': [6, (a, b) => a - b],
  '*': [7, (a, b) => a * b],
  '/': [7, (a, b) => a / b],
  '%': [7, (a, b) => a % b],
  '**': [8, (a, b) => a ** b],
}
// biome-ignore-end lint/suspicious/noDoubleEquals: the program's own.
export const BINARY = new Map(Object.entries(binary))
/** `isRight`: whether the right value counts, by the left one. */
export const LOGICAL = new Map<string, [power: number, isRight: (left: unknown) => boolean]>([
  ['??', [1, left => left === undefined || left === null]],
  ['||', [2, left => !left]],
  ['&&', [3, left => Boolean(left)]],
])
export const UNARY = new Map<string, (a: Operand) => unknown>([
  ['!', a => !a],
  ['-', a => -a],
  ['+', a => +a],
  ['typeof', a => typeof a],
])
export const STEPS = new Map([
  ['++', 1],
  ['--', -1],
])

/** What every program has: functions that compile no code and reach nothing outside. */
export const BASICS = {
  ...{ undefined, NaN, Infinity, Math, JSON, Number, String, Boolean, BigInt, Array, Map, Set },
  Object: {
    keys: (of: object) => Object.keys(of),
    values: (of: object) => Object.values(of),
    entries: (of: object) => Object.entries(of),
  },
  // The class itself has hooks that see the stack.
  // biome-ignore lint/complexity/useArrowFunction: programs use it with `new`.
  Error: function (message?: string) {
    return new Error(message)
  },
}

/** @returns the text of a thrown value */
export function wordsOf(error: unknown): string {
  if (error instanceof RangeError && /call stack/.test(error.message)) return 'Too many calls in each other.'
  return error instanceof Error ? error.message : `It threw ${String(error)}.`
}

/** @returns a key that no later conversion can change */
export function keyOf(key: unknown): PropertyKey {
  const fixed = typeof key === 'symbol' ? key : String(key)
  if (typeof fixed === 'string' && CLOSED.has(fixed))
    throw new TypeError(`${fixed} is closed to programs here.`)
  return fixed
}

/** @param name of the value in messages */
export function read(self: unknown, key: unknown, name: string): unknown {
  const fixed = keyOf(key)
  if (self === undefined || self === null)
    throw new TypeError(`${name} is ${self}: it has no ${String(fixed)}.`)
  return Reflect.get(Object(self), fixed, self)
}

export function write(self: unknown, key: PropertyKey, value: unknown) {
  if (!Reflect.set(Object(self), keyOf(key), value, self))
    throw new TypeError(`${String(key)} cannot be changed.`)
}

export function find(scope: Scope, name: string): Variable {
  for (let at: Scope | null = scope; at; at = at.outer) {
    const found = at.names.get(name)
    if (found) return found
  }
  throw new ReferenceError(`There is no ${name} here.`)
}

export function declare(scope: Scope, name: string, value: unknown, isFixed: boolean) {
  if (scope.names.has(name)) throw new SyntaxError(`There is a ${name} already.`)
  scope.names.set(name, { value, isFixed })
}

export const inner = (outer: Scope | null): Scope => ({ names: new Map(), outer })

/** @param value any value; the loop over another one throws */
export const listOf = (value: unknown) => value as Iterable<unknown>

export function inOrder(statements: Statement[]): Statement {
  return scope => {
    for (const statement of statements) {
      const flow = statement(scope)
      if (flow !== undefined) return flow
    }
  }
}

export function closure(bind: Bind, body: Statement): Run {
  return outer =>
    (...given: unknown[]) => {
      const scope = inner(outer)
      bind(scope, given, false)
      const flow = body(scope)
      return typeof flow === 'object' ? flow.value : undefined
    }
}
