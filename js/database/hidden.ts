// SPDX-License-Identifier: Apache-2.0
// What a Database does for the command line and the page alone.

/** For the command line. */
export const WORSE_DOUBLES = Symbol('worse doubles')
export const COMMITTED = Symbol('committed')
export const TALLY = Symbol('tally')
export const LOST_FILES = Symbol('lost files')
export const SOURCE_PATHS = Symbol('source paths')
/** For the page: a set of games by number, and games that were removed and come back. */
export const SET_OF = Symbol('set of')
export const RESTORE = Symbol('restore')
