// SPDX-License-Identifier: Apache-2.0
// A program that changes a kept database at random until it is killed. It says what it is about to do, and what is done.

import { writeSync } from 'node:fs'
import { openDatabase } from '../../../dist/database.js'
import { pick, randomFrom } from '../../random.js'
import { pgnOfNumber } from './database-numbered.js'
import { SEGMENT_GAMES } from './database-oracle.js'

const [folder, seed, first] = process.argv.slice(2)
const random = randomFrom(Number(seed))
const say = report => writeSync(1, `${JSON.stringify(report)}\n`)
const db = await openDatabase({ storage: { folder }, [SEGMENT_GAMES]: 64 })
const numbers = async () => (await db.heads(await db.filter())).map(({ white }) => Number(white))

let next = Number(first)
let now = await numbers()
say({ now })
const acts = {
  async add() {
    const added = Array.from({ length: pick(random, [1, 5, 40, 150]) }, () => next++)
    say({ act: 'add', now, added })
    const keep = pick(random, ['text', 'moves'])
    const source = added.map(number => pgnOfNumber(number, keep))
    await db.add(source, { keep, onProgress: ({ committed }) => say({ committed }) })
    now = [...now, ...added]
  },
  async remove() {
    const set = await db.filter({ text: String(Math.floor(random() * 100)) })
    const gone = new Set((await db.heads(set)).map(({ white }) => Number(white)))
    const after = now.filter(number => !gone.has(number))
    say({ act: 'remove', now, after })
    await db.remove(set)
    now = after
  },
  async replace() {
    const heads = await db.heads(await db.filter())
    if (heads.length === 0) return
    const { id, white } = pick(random, heads)
    const number = next++
    const after = [...now.filter(other => other !== Number(white)), number]
    say({ act: 'replace', now, after })
    await db.replace(id, pgnOfNumber(number, 'text'))
    now = after
  },
  async better() {
    const ids = (await db.heads(await db.filter())).map(({ id }) => id)
    const some = Array.from({ length: 5 }, () => pick(random, ids)).filter(id => id !== undefined)
    const bare = []
    for (const id of new Set(some)) {
      const { White, Round } = await db.tags(id)
      if (Round === 'moves') bare.push(Number(White))
    }
    const after = [...now.filter(number => !bare.includes(number)), ...bare]
    say({ act: 'better', now, after })
    const source = bare.map(number => pgnOfNumber(number, 'text')).join('')
    const { replaced } = await db.add(source, { keep: 'text', dedupe: 'better' })
    if (replaced !== bare.length) throw new Error(`${replaced} of ${bare.length} replaced`)
    now = after
  },
  async alias() {
    say({ act: 'alias', now, after: now })
    await db.alias(String(next), pick(random, [null, '0']))
  },
  async compact() {
    say({ act: 'compact', now, after: now })
    await db.compact()
  },
}
for (;;) {
  await acts[pick(random, ['add', 'add', 'add', 'replace', 'better', 'alias', 'remove', 'compact'])]()
  say({ now })
}
