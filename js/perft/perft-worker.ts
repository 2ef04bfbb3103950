// SPDX-License-Identifier: Apache-2.0
// The script of a thread that counts leaves below positions, which js/tools/inline-worker.js turns into a text.

import type { ChessError } from '../core/errors.js'
import { onQuestions } from '../core/thread-port.js'
import { provideWasm } from '../core/wasm.js'
import { perft } from '../game/fen.js'
import type { PartOptions } from './perft-in-workers.js'
import type { Answer, Question } from './perft-threads.js'

const port = onQuestions<Question, Answer>(question => port.postMessage(answerTo(question)))
let plain: PartOptions

function answerTo(question: Question): Answer {
  try {
    if ('fen' in question) return { count: perft(question.fen, plain.depth, plain.options) }
    provideWasm(() => question.module)
    plain = question.plain
    return { count: 0 }
  } catch (error) {
    const { code, message } = error as ChessError // such as ERR_WASM
    return { code, message }
  }
}
