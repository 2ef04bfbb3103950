// SPDX-License-Identifier: Apache-2.0
// The atomic operations of the store, as Lua scripts. All keys of a script are of one shard, so clusters run it, too.
// Without free memory, Redis runs all except CREATE: existing games need little more.
//
//   {s17}:g:ID   list     the log: one line of the codec for each event; its length is the version
//   {s17}:t      zset     game → when its timer is due
//   {s17}:p      zset     game:color → until when that seat is held
//   {s17}:l:NAME zset     game → until when it is on this list; the key expires with the last entry
//   {s17}:beat   string   the last heartbeat of any node, in the time of this Redis
//   {s17}:out    list     the last 16 outages, "from to" in the store's time
//   {s0}:shift   string   store time minus the time of shard 0's Redis, after that clock was set back
//   {s17}:mark   string   written before WAIT; expires soon
//   {s17}:c:ID   channel  "version\nline\nline…"; empty: read the log

import { createHash } from 'node:crypto'
import { LONGEST_GAP, LONGEST_LIST } from '../session-store.js'

export type Script<Answer> = {
  text: string
  sha: string
  /** Never set: it carries the type of Redis's answer. */
  readonly answer?: Answer
}
/** 1: the lines were appended */
type Appended = 1 | string[]

/** The number of outages that are kept for a shard. */
const KEPT_OUTAGES = 16
/** Redis's clock may be set back by this much without a new shift, in milliseconds: nodes then slow their clocks down. */
const LONGEST_STEP_BACK = 1000
/** The interval of the heartbeats, in milliseconds: with timers, and without. */
const BEAT = 90
const IDLE_BEAT = 500
/** Lua puts at most 8,000 arguments on its stack. */
const MOST_UNPACKED = 4000

/**
 * Notes an outage if the last heartbeat is too old, also because Redis itself did not answer. Returns Redis's time and the
 * last heartbeat, in milliseconds, and the time as Redis gives it.
 */
const LOOK = `
local function look(beatKey, outKey, shift, shiftKey)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local last = tonumber(redis.call('GET', beatKey) or now)
  if now - last > ${LONGEST_GAP} then
    redis.call('RPUSH', outKey, (last + shift) .. ' ' .. (now + shift))
    redis.call('LTRIM', outKey, -${KEPT_OUTAGES}, -1)
    redis.call('SET', beatKey, now)
    last = now
  elseif shiftKey and now < last - ${LONGEST_STEP_BACK} then
    redis.call('INCRBY', shiftKey, last - now)
    redis.call('SET', beatKey, now)
    last = now
  end
  return now, last, time
end
local function news(outKey, known)
  if (redis.call('LINDEX', outKey, -1) or '') == known then return {} end
  return redis.call('LRANGE', outKey, 0, -1)
end
`

/**
 * KEYS log timers beat out. ARGV expected-length game due known-outage shift channel latest line…; no hint with '' as channel.
 * `latest` is in the time of this Redis: after it nothing is appended; '' for no limit. Returns 1, or the lines from the
 * expected length on, or 'outage' and all outages, or 'late'.
 */
export const APPEND = script<Appended>(appending(false))
/** The same for the first events of a game. */
export const CREATE = bareScript<Appended>(appending(false))
/** The same, but the lines replace the whole log. The hint has the lines after the expected length. */
export const REDACT = script<Appended>(appending(true))

/** @param isWhole whether the lines replace the log */
function appending(isWhole: boolean) {
  return `${LOOK}
local expected = tonumber(ARGV[1])
local length = redis.call('LLEN', KEYS[1])
if length > expected then return redis.call('LRANGE', KEYS[1], expected, -1) end
if length < expected then return {} end
local now = look(KEYS[3], KEYS[4], ARGV[5])
local outages = news(KEYS[4], ARGV[4])
if #outages > 0 then
  table.insert(outages, 1, 'outage')
  return outages
end
if ARGV[7] ~= '' and now > tonumber(ARGV[7]) then return { 'late' } end
local fresh = 8${isWhole ? ' + expected' : ''}
${isWhole ? "redis.call('DEL', KEYS[1])" : ''}
for first = 8, #ARGV, ${MOST_UNPACKED} do
  redis.call('RPUSH', KEYS[1], unpack(ARGV, first, math.min(#ARGV, first + ${MOST_UNPACKED - 1})))
end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[2], ARGV[2])
else
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
end
if #ARGV >= fresh and ARGV[6] ~= '' then
  redis.call('SPUBLISH', ARGV[6], (expected + #ARGV - fresh + 1) .. '\\n' .. table.concat(ARGV, '\\n', fresh))
end
return 1
`
}

/** KEYS mark: a write that replicas confirm after all others. */
export const MARK = script<null>(`
redis.call('SET', KEYS[1], '1', 'EX', '60')
`)

/**
 * KEYS timers seats beat out [shift: only of shard 0]. ARGV now lease limit known-outage shift jump busy-game…: in store time.
 * `jump` is by how much Redis's clock was just set forward, or 0; such a jump counts as one outage, even if several nodes
 * report it. Claims what is due until `lease`, but no busy games: this node still handles them, so another node takes them.
 * Returns new outages, games, seats, and the time of this Redis.
 */
export const TICK = script<[outages: string[], games: string[], seats: string[], time: number]>(`${LOOK}
local now, last = look(KEYS[3], KEYS[4], ARGV[5], KEYS[5])
if now < last or now - last >= (redis.call('EXISTS', KEYS[1]) == 1 and ${BEAT} or ${IDLE_BEAT}) or last == now then
  redis.call('SET', KEYS[3], now)
end
local jump = tonumber(ARGV[6])
if jump > 0 then
  local noted = redis.call('LINDEX', KEYS[4], -1)
  local to = now + ARGV[5]
  if not noted or tonumber(string.match(noted, ' (%d+)')) < to - 10000 then
    redis.call('RPUSH', KEYS[4], (to - jump) .. ' ' .. to)
    redis.call('LTRIM', KEYS[4], -${KEPT_OUTAGES}, -1)
  end
end
local busy = {}
for index = 7, #ARGV do busy[ARGV[index]] = true end
local limit = tonumber(ARGV[3])
local function claim(key)
  local claimed = {}
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', ARGV[1], 'LIMIT', 0, limit + #ARGV - 6)) do
    if #claimed < limit and not busy[member] then
      redis.call('ZADD', key, ARGV[2], member)
      table.insert(claimed, member)
    end
  end
  return claimed
end
return { news(KEYS[4], ARGV[4]), claim(KEYS[1]), claim(KEYS[2]), now }
`)

/** KEYS beat out shift, all of shard 0. Returns seconds, microseconds, shift. */
export const CLOCK = script<[seconds: number, micros: number, shift: number]>(`${LOOK}
local shift = tonumber(redis.call('GET', KEYS[3]) or 0)
local _, _, time = look(KEYS[1], KEYS[2], shift, KEYS[3])
return { tonumber(time[1]), tonumber(time[2]), tonumber(redis.call('GET', KEYS[3]) or 0) }
`)

/** KEYS seats. ARGV seat until channel, repeated. */
export const HOLD = script<null>(`
for index = 1, #ARGV, 3 do
  local seat, till = ARGV[index], ARGV[index + 1]
  local before = redis.call('ZSCORE', KEYS[1], seat)
  redis.call('ZADD', KEYS[1], till, seat)
  if before and tonumber(till) < tonumber(before) then redis.call('SPUBLISH', ARGV[index + 2], '') end
end
`)

/** KEYS seats. ARGV lease seat…: removes seats claimed with that lease, unless a player was back in between. */
export const LEFT = script<null>(`
for index = 2, #ARGV do
  if redis.call('ZSCORE', KEYS[1], ARGV[index]) == ARGV[1] then redis.call('ZREM', KEYS[1], ARGV[index]) end
end
`)

/** KEYS list. ARGV game until now: in store time. */
export const ENLIST = script<null>(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if tonumber(ARGV[2]) <= tonumber(ARGV[3]) then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
  redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -${LONGEST_LIST + 1})
end
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
if last[2] then redis.call('PEXPIRE', KEYS[1], math.ceil(last[2] - ARGV[3])) end
`)

/** KEYS log timers seats. ARGV expected-length game channel. Returns whether it was removed, as 1 or 0. */
export const REMOVE = script<0 | 1>(`
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call('ZREM', KEYS[3], ARGV[2] .. ':white', ARGV[2] .. ':black')
redis.call('SPUBLISH', ARGV[3], '')
return 1
`)

/** @returns a script that also runs without free memory */
function script<Answer>(text: string): Script<Answer> {
  return bareScript(`#!lua flags=allow-oom\n${text}`)
}

function bareScript<Answer>(text: string): Script<Answer> {
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}
