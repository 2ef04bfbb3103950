// SPDX-License-Identifier: Apache-2.0
// Runs the stages of the search for mates, the cheapest first.
#include "dead.h"

#include "dead_parts.h"

enum { MOST_FORCED = 40 }; // plies

// Plays out all lines of at most `depth` plies. NO: all end without a win by us. YES: one wins. UNKNOWN: a line is
// longer, or the budget is used up. A forced move costs no ply; at most `forced` of them, which bounds the stack.
static CanWin search_shallow(const Board *b, Color us, int depth, int forced, int32_t *budget) {
    Move list[MAX_MOVES];
    const int count = rules_list(b, list);
    if (count == 0) return dead_has_won(b, us) ? CAN_WIN_YES : CAN_WIN_NO;
    if (!material_can_mate(b, us)) return CAN_WIN_NO;
    const bool is_forced = count == 1 && forced > 0;
    if (depth == 0 && !is_forced) return CAN_WIN_UNKNOWN;
    for (int i = 0; i < count; i++) {
        if (--*budget < 0) return CAN_WIN_UNKNOWN;
        Board child = *b;
        rules_play(&child, list[i]);
        const CanWin answer = search_shallow(&child, us, depth - !is_forced, forced - is_forced, budget);
        if (answer != CAN_WIN_NO) return answer;
    }
    return CAN_WIN_NO;
}

CanWin dead_can_win(const Board *b, Color us, uint32_t effort) {
    const bool is_quick = effort <= EFFORT_LOW;
    int32_t budget = (int32_t)effort;
    CanWin answer = search_shallow(b, us, is_quick ? 2 : 4, MOST_FORCED, &budget);
    if (answer == CAN_WIN_UNKNOWN && dead_wall_may_help(b, is_quick ? FEW_STEPS : ANY_STEPS)) {
        int32_t share = is_quick ? budget : budget / 2;
        answer = dead_wall(b, us, &share); // dead_search() still has the whole budget
    }
    return answer == CAN_WIN_UNKNOWN && !is_quick ? dead_search(b, us, &budget, NULL, NULL) : answer;
}

CanWin dead_any_can_win(const Board *b, uint32_t effort) {
    const CanWin white = dead_can_win(b, WHITE, effort);
    if (white == CAN_WIN_YES) return white;
    const CanWin black = dead_can_win(b, BLACK, effort);
    return black == CAN_WIN_NO ? white : black;
}

int dead_helpmate(const Board *b, Color us, uint32_t effort, Move **line) {
    int32_t budget = (int32_t)effort;
    int count = -1;
    if (!rules_count(b)) return dead_has_won(b, us) ? 0 : -1;
    dead_search(b, us, &budget, line, &count);
    return count;
}
