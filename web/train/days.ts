// SPDX-License-Identifier: Apache-2.0
// How many positions were answered on each of the last days, and the days in a row, saved in this browser.

import { ownKey } from '../page/local-storage.js'
import { fieldsOf } from '../page/unknown.js'

/** A day with answers. `day`: days since 1970 in the user's calendar; `right`: answers that were right at once. */
type Day = { day: number; answered: number; right: number }
/** `days`: newest first, at most as many as are shown; `run`: days in a row up to the newest one; `best`: the longest run. */
export type Days = { days: readonly Day[]; run: number; best: number }

export const NO_DAYS: Days = Object.freeze({ days: [], run: 0, best: 0 })
/** Days that are kept. */
const MOST = 14
const NAME = 'days'
const DAY = 86_400_000

/** @returns the day of the user's calendar, whatever the time zone and the hour, in days since 1970 */
export function dayOf(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY
}

/** @returns the first millisecond of the day that is `days` after the one of `time` */
export function startOfDay(time: number, days: number): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}

/** @returns NO_DAYS if nothing was saved, or it is damaged */
export function readDays(): Days {
  try {
    const { days, run, best } = fieldsOf(JSON.parse(localStorage.getItem(ownKey(NAME)) ?? ''))
    if (!Array.isArray(days) || !isCount(run) || !isCount(best)) return NO_DAYS
    const read = days.map(saved => {
      const { day, answered, right } = fieldsOf(saved)
      return isCount(day) && isCount(answered) && isCount(right) ? [{ day, answered, right }] : []
    })
    return { days: read.flat(), run, best }
  } catch {
    return NO_DAYS
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Counts an answer, also beside other tabs. @returns what is saved then */
export function noteAnswer(isRight: boolean, now: number): Days {
  const noted = withAnswer(readDays(), isRight, dayOf(now))
  try {
    localStorage.setItem(ownKey(NAME), JSON.stringify(noted))
  } catch {
    // The day is not counted; the answer itself is saved elsewhere.
  }
  return noted
}

/**
 * Clocks go back by a day when their user travels west: the answer counts for that day. Days after tomorrow are of a wrong clock,
 * and are dropped.
 */
function withAnswer({ days, run, best }: Days, isRight: boolean, today: number): Days {
  const known = days.filter(({ day }) => day <= today + 1)
  const before = known.find(({ day }) => day === today)
  const last = known[0]?.day
  const isNew = last === undefined || today > last + 1 || known.length < days.length
  const length = isNew ? 1 : today > last ? run + 1 : run
  const noted = {
    day: today,
    answered: (before?.answered ?? 0) + 1,
    right: (before?.right ?? 0) + (isRight ? 1 : 0),
  }
  const kept = [...known.filter(other => other !== before), noted].sort((one, other) => other.day - one.day)
  return { days: kept.slice(0, MOST), run: length, best: Math.max(best, length) }
}

/** @returns the days in a row that today continues, or that end with today */
export const runAt = ({ days, run }: Days, now: number): number =>
  days.length > 0 && dayOf(now) <= days[0].day + 1 ? run : 0

/** @returns the last two weeks, oldest first, with days without answers */
export function lastDays({ days }: Days, now: number): Day[] {
  const today = dayOf(now)
  return Array.from({ length: MOST }, (_, at) => {
    const day = today - MOST + 1 + at
    return days.find(known => known.day === day) ?? { day, answered: 0, right: 0 }
  })
}
