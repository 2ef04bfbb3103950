// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  parseApi,
  parseEnums,
  parseErrors,
  parseLists,
  parseVariants,
  renderBindings,
  renderEndWords,
  renderErrors,
  renderExports,
} from '../../js/tools/generate-bindings.js'
import { readStripped } from '../../js/tools/strip-types.js'

const API = `// a comment
#ifndef API_H
#define API_H

#include <stdint.h>

#include "../modes.h"

#define BINBO_FLAG 16
#define BINBO_MASK 0xFF
int32_t binbo_init(void);
double binbo_count(uint32_t fen_length, int32_t depth);
uint64_t binbo_hash(int32_t game);
#endif
`

/** @param {string} text a module without imports */
const load = text => import(`data:text/javascript,${encodeURIComponent(readStripped('generated.ts', text))}`)

test('reads prototypes, constants and the headers whose enumerators cross', () => {
  assert.deepEqual(parseApi(API), {
    headers: ['src/modes.h'],
    constants: [
      { name: 'FLAG', value: 16 },
      { name: 'MASK', value: 255 },
    ],
    functions: [
      { result: 'int32_t', name: 'binbo_init', parameters: [] },
      {
        result: 'double',
        name: 'binbo_count',
        parameters: [
          { type: 'uint32_t', name: 'fen_length' },
          { type: 'int32_t', name: 'depth' },
        ],
      },
      { result: 'uint64_t', name: 'binbo_hash', parameters: [{ type: 'int32_t', name: 'game' }] },
    ],
  })
})

test('writes constants, types and the export list', async () => {
  const api = parseApi(API)
  const bindings = renderBindings(api)
  assert.deepEqual({ ...(await load(bindings)) }, { FLAG: 16, MASK: 255 })
  assert.match(bindings, /^ {2}binbo_count\(fenLength: number, depth: number\): number$/m)
  assert.match(bindings, /^ {2}binbo_hash\(game: number\): bigint$/m)
  assert.equal(renderExports(api), '["_binbo_init","_binbo_count","_binbo_hash"]\n')
})

for (const [line, reason] of [
  ['int32_t binbo_f(int32_t a)', /neither a prototype nor a constant/],
  ['int32_t  binbo_f(void);', /neither/],
  ['static int32_t binbo_f(void);', /neither/],
  ['int32_t game_free(int32_t game);', /neither/],
  ['int32_t binbo_f(void); // why', /neither/],
  ['#define BINBO_F (1 << 2)', /neither/],
  ['#define FLAG 1', /neither/],
  ['#include <stdlib.h>', /neither/],
  ['#pragma once', /neither/],
  ['typedef int32_t Handle;', /neither/],
  ['/* a block comment */', /neither/],
  ['void binbo_f(void);', /void cannot cross/],
  ['int64_t binbo_f(void);', /int64_t cannot cross/],
  ['float binbo_f(void);', /float cannot cross/],
  ['int32_t binbo_f();', /not a parameter: ''/],
  ['int32_t binbo_f(int32_t);', /not a parameter: 'int32_t'/],
  ['int32_t binbo_f(const char *text);', /not a parameter: 'const char \*text'/],
  ['int32_t binbo_f(int32_t a,int32_t b);', /not a parameter/],
  ['int32_t binbo_f(int32_t a, int32_t a);', /a is already/],
  ['int32_t binbo_init(void);', /binbo_init is already in line 11/],
  ['#define BINBO_FLAG 17', /FLAG is already in line 9/],
]) {
  test(`stops at: ${line}`, () => {
    const text = API.replace('#endif', `${line}\n#endif`)
    assert.throws(() => parseApi(text, 'odd.h'), {
      message: new RegExp(`^odd\\.h:14: ${/** @type {RegExp} */ (reason).source}`),
    })
  })
}

test('stops at a header without prototypes', () => {
  assert.throws(() => parseApi('// nothing\n', 'odd.h'), /odd\.h: no prototypes/)
})

const ENUMS = `// a comment
typedef enum {
    MODE_ONE = 0, // why
    MODE_TWO = 7,
} Mode;
// Bits.
enum {
    // a reason
    FLAG_ONE = 1,
};
enum { NONE = 9 }; // C's own
int mode_of(void);
`

test('reads the enumerators of a header of the core', async () => {
  const enums = parseEnums(ENUMS, 'modes.h')
  assert.deepEqual(enums, [
    { name: 'MODE_ONE', value: 0 },
    { name: 'MODE_TWO', value: 7 },
    { name: 'FLAG_ONE', value: 1 },
  ])
  const all = { ...(await load(renderBindings(parseApi(API), enums))) }
  assert.deepEqual(all, { FLAG: 16, MASK: 255, MODE_ONE: 0, MODE_TWO: 7, FLAG_ONE: 1 })
})

for (const [line, reason] of [
  ['    MODE_THREE,', /not of the form/],
  ['    MODE_THREE = 1 << 2,', /not of the form/],
  ['    MODE_THREE = -1,', /not of the form/],
  ['    MODE_THREE = 8, MODE_FOUR = 9,', /not of the form/],
  ['    MODE_ONE = 8,', /MODE_ONE is already in line 3/],
]) {
  test(`stops at the enumerator: ${line}`, () => {
    const text = ENUMS.replace('} Mode;', `${line}\n} Mode;`)
    assert.throws(() => parseEnums(text, 'odd.h'), { message: new RegExp(`^odd\\.h:5: ${reason.source}`) })
  })
}

test('stops at an enumerator of two headers', () => {
  const twice = [...parseEnums(ENUMS, 'modes.h'), ...parseEnums('enum {\n    FLAG_ONE = 1,\n};\n', 'flags.h')]
  assert.throws(() => renderBindings(parseApi(API), twice), /FLAG_ONE is already/)
})

test('stops at an enumeration without an end, and at a header without any that crosses', () => {
  assert.throws(() => parseEnums('enum {\n    A = 1,\n', 'odd.h'), /odd\.h: an enumeration does not end/)
  assert.throws(() => parseEnums('int a;\n', 'odd.h'), /odd\.h: no enumerators/)
  assert.throws(() => parseEnums('enum { A = 1 };\n', 'odd.h'), /odd\.h: no enumerators/)
})

const LISTS = String.raw`#define ENDS(X)                   \
    X(FLAG, 14, "a flag", "It’s up.") \
    X(FIRE, 16, "fire", "It burns.")

#define ALONE(X) \
    X(ONE, 1, one_rules)

#define PAIR(name, value, by, sentence) END_##name = (value),
typedef enum {
    END_NONE = 0,
    ENDS(PAIR)
} End;
#undef PAIR
#define NUMBERED(name, value, rules) name = (value),
typedef enum {
    ALONE(NUMBERED)
} Kind;
`

test('reads lists, alone and as enumerators', () => {
  const ends = [
    { name: 'FLAG', value: 14, texts: ['a flag', 'It’s up.'] },
    { name: 'FIRE', value: 16, texts: ['fire', 'It burns.'] },
  ]
  const lists = parseLists(LISTS, 'lists.h')
  assert.deepEqual(
    [...lists],
    [
      ['ENDS', ends],
      ['ALONE', [{ name: 'ONE', value: 1, texts: [] }]],
    ],
  )
  assert.deepEqual(parseEnums(LISTS, 'lists.h'), [
    { name: 'END_NONE', value: 0 },
    { name: 'END_FLAG', value: 14 },
    { name: 'END_FIRE', value: 16 },
    { name: 'ONE', value: 1 },
  ])
})

for (const [from, to, reason] of [
  ['16,', '1 << 4,', /odd\.h:3: not of the form X/],
  ['"fire"', '"a \\"fire\\""', /odd\.h:3: not of the form X/],
  ['ENDS(PAIR)', 'ENDS(PAIRS)', /odd\.h:11: not of the form NAME = number/],
  ['ENDS(PAIR)', 'STARTS(PAIR)', /odd\.h:11: not of the form NAME = number/],
  ['X(FIRE, 16', 'X(FLAG, 16', /odd\.h:11: END_FLAG is already in line 11/],
]) {
  test(`stops at a list with ${to}`, () => {
    assert.throws(() => parseEnums(LISTS.replace(from, to), 'odd.h'), reason)
  })
}

const TABLE = String.raw`static const struct {
    const char *names, *start;
} variants[VARIANT_COUNT] = {
    [NAMED_TWO] = {"two\0Two\0", CLASSIC, TRAIT_POCKETS | TRAIT_RACE},
    [NAMED_ONE] = {"one\0One\0"
                   "first\0", "8/8",
                   TRAIT_RACE, {0}},
};

static int other(void) { return TRAIT_UNKNOWN; }
`
const NUMBERS = [
  { name: 'NAMED_ONE', value: 0 },
  { name: 'NAMED_TWO', value: 1 },
  { name: 'TRAIT_POCKETS', value: 4 },
  { name: 'TRAIT_RACE', value: 128 },
]

test('reads the names and traits of variants, and writes them and their ends by number', async () => {
  const variants = parseVariants(TABLE, NUMBERS)
  assert.deepEqual(variants, [
    { name: 'one', traits: 128 },
    { name: 'two', traits: 132 },
  ])
  const ends = parseLists(LISTS, 'lists.h').get('ENDS') ?? []
  const bindings = renderBindings(parseApi(API), [], variants, ends)
  const { VARIANTS, VARIANT_TRAITS, VARIANT_ENDS } = await load(bindings)
  const { VARIANT_END_WORDS } = await load(renderEndWords(ends))
  assert.deepEqual(
    [VARIANTS, VARIANT_TRAITS],
    [
      ['one', 'two'],
      [128, 132],
    ],
  )
  assert.deepEqual(VARIANT_ENDS, ['flag', 'fire'])
  assert.deepEqual(VARIANT_END_WORDS, { flag: ['a flag', 'It’s up.'], fire: ['fire', 'It burns.'] })
  assert.match(bindings, /^export type Variant = 'one' \| 'two'$/m)
  assert.match(bindings, /^export type VariantWinReason = 'flag' \| 'fire'$/m)
  const odd = ends.map(end => ({ ...end, value: end.value ** 2 }))
  assert.throws(() => renderBindings(parseApi(API), [], variants, odd), /FIRE does not follow with 198/)
})

for (const [from, to, reason] of [
  ['[NAMED_TWO] = ', '[NAMED_TWO]=', /odd\.c:4: not of the form/],
  ['"two', '"Two', /odd\.c:4: not of the form/],
  ['[NAMED_TWO]', '[NAMED_THREE]', /odd\.c:4: not of the form/],
  ['[NAMED_TWO]', '[NAMED_ONE]', /odd\.c:5: a second row of NAMED_ONE/],
  ['TRAIT_POCKETS', 'TRAIT_POCKET', /odd\.c:4: no enumerator: TRAIT_POCKET/],
]) {
  test(`stops at a table of variants with ${to}`, () => {
    assert.throws(() => parseVariants(TABLE.replace(from, to), NUMBERS, 'odd.c'), reason)
  })
}

test('stops at a number of a variant without a row', () => {
  const numbers = NUMBERS.map(({ name, value }) => ({ name, value: name === 'NAMED_TWO' ? 2 : value }))
  assert.throws(() => parseVariants(TABLE, numbers, 'odd.c'), /odd\.c: not one row a variant/)
})

const ERRORS = String.raw`// the codes
#ifndef ERROR_H
#define ERROR_H

// clang-format off
#define ERROR_CODES(X) \
    /* a group */ \
    X(ERR_ONE, 101, "It's \"one\" \\ thing") \
    X(ERR_TWO, 102, "Two")
// clang-format on

#define ERROR_ENUMERATOR(name, value, message) name = (value),
typedef enum { ERR_NONE = 0, ERROR_CODES(ERROR_ENUMERATOR) } ErrorCode;
#undef ERROR_ENUMERATOR

#endif
`

test('reads error codes, unescaping their messages, and writes them as a map', async () => {
  const errors = parseErrors(ERRORS)
  assert.deepEqual(errors, [
    { name: 'ERR_ONE', value: 101, message: String.raw`It's "one" \ thing` },
    { name: 'ERR_TWO', value: 102, message: 'Two' },
  ])
  const { ERRORS: map } = await load(renderErrors(errors, []))
  assert.deepEqual(
    [...map],
    [
      [101, ['ERR_ONE', String.raw`It's "one" \ thing`]],
      [102, ['ERR_TWO', 'Two']],
    ],
  )
})

for (const [line, reason] of [
  ['X(ERR_TWO, 103, "Again")', /ERR_TWO is already/],
  ['X(ERR_THREE, 102, "Same value")', /102 is already/],
  ['X(ERR_THREE, 0, "Zero means no error")', /not of the form/],
  ['X(ERR_THREE, -1, "Negative")', /not of the form/],
  ['X(err_three, 103, "Lower case")', /not of the form/],
  ['X(ERR_THREE, 103, "")', /not of the form/],
  ['X(ERR_THREE, 103, "a" "b")', /not of the form/],
  ['X(ERR_THREE, 103, "\\n")', /not of the form/],
  ['Y(ERR_THREE, 103, "Y")', /not of the form/],
  ['// a line comment would swallow the rest', /not of the form/],
]) {
  test(`stops at: ${line}`, () => {
    const text = ERRORS.replace('"Two")', `"Two") \\\n    ${line}`)
    assert.throws(() => parseErrors(text, 'odd.h'), {
      message: new RegExp(`^odd\\.h:10: ${/** @type {RegExp} */ (reason).source}`),
    })
  })
}

test('stops at what is outside the list of codes', () => {
  assert.throws(
    () => parseErrors(ERRORS.replace('#undef', 'int x;\n#undef'), 'odd.h'),
    /^Error: odd\.h:14: outside/,
  )
  assert.throws(
    () => parseErrors('#define ERROR_CODES(X) \\', 'odd.h'),
    /odd\.h: the list of codes does not end/,
  )
  assert.throws(() => parseErrors('#ifndef ERROR_H\n', 'odd.h'), /odd\.h: no codes/)
})

test('reads the headers of this repository', () => {
  const read = (/** @type {string} */ path) =>
    readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8')
  assert.ok(parseApi(read('wasm/api.h')).functions.some(f => f.name === 'binbo_init'))
  assert.ok(parseErrors(read('error.h')).some(e => e.name === 'ERR_GAME_STOPPED' && e.value === 602))
})
