// SPDX-License-Identifier: Apache-2.0
// Probes by a small search: captures and pawn moves correct the values of the tables.
#include "probe.h"

#include "../movegen.h"
#include "pages.h"

static void note(ProbeReport *report, ProbeFault fault, uint32_t table) {
    if (fault > report->fault) *report = (ProbeReport){fault, table};
}

static void note_result(ProbeReport *report, ReadResult result, FoundTable found) {
    if (result == READ_NO_MEMORY) note(report, FAULT_NO_MEMORY, found.id);
    if (result != READ_DAMAGED) return;
    note(report, FAULT_DAMAGED, found.id);
    tb_table_free(found.table);
    found.table->state = TABLE_DAMAGED;
}

// Finds and opens the table of a board; its `table` is NULL if this is not possible now.
static FoundTable open_table(const Board *b, TableKind kind, ProbeReport *report) {
    const FoundTable found = tb_files_find(b, kind);
    Table *t = found.table;
    if (!t) {
        note(report, FAULT_NO_MEMORY, 0);
        return found;
    }
    if (t->state == TABLE_UNKNOWN) pages_view(found.id, 0, 1); // requests it
    if (t->state == TABLE_ABSENT) note(report, FAULT_MISSING, found.id);
    if (t->state == TABLE_DAMAGED) note(report, FAULT_DAMAGED, found.id);
    if (t->state == TABLE_CLOSED) note_result(report, tb_table_open(t, found.id), found);
    return (FoundTable){t->state == TABLE_OPEN ? t : NULL, found.id, found.turned};
}

// A board from the view of a table.
typedef struct {
    const Board *board;
    bool flip; // the table's first side is Black
    int side;  // to move, in the table's numbering of sides
    int file;  // of the leading pawn, 0 to 3
    Square squares[MAX_MEN];
} View;

static View view_of(const Board *b, FoundTable found) {
    const Table *t = found.table;
    View view = {.board = b, .flip = found.turned || (t->symmetric && b->side == BLACK)};
    view.side = view.flip ? !b->side : b->side;
    if (!t->material.pawns) return view;
    Bitboard pawns = b->pawns & b->color[(t->parts[0].layout.men[0] >> 3) ^ (int)view.flip];
    int count = 0;
    while (pawns) view.squares[count++] = pop(&pawns) ^ (view.flip ? A8 : A1);
    view.file = tb_index_leading_file(view.squares, count);
    return view;
}

// The code of the board in a part. The leading pawns are already in place; the other men follow in the part's
// order.
static ReadResult code_of(View *view, FoundTable found, const Part *part, int *code) {
    const Material *material = &found.table->material;
    for (int i = material->pawns ? part->layout.groups[0] : 0; i < material->count;) {
        const int man = part->layout.men[i];
        Bitboard like = board_pieces(view->board, (Color)((man >> 3) ^ (int)view->flip), (PieceType)((man & 7) - 1));
        while (like) view->squares[i++] = pop(&like) ^ (view->flip ? A8 : A1);
    }
    return tb_table_code(found.id, part, tb_index_of(&part->layout, material, view->squares), code);
}

// The value in the WDL table, which ignores en passant, and may be too low if a capture is best.
static int table_wdl(const Board *b, ProbeReport *report) {
    if (board_occupied(b) == b->kings) return WDL_DRAW;
    const FoundTable found = open_table(b, TB_WDL, report);
    if (!found.table) return PROBE_UNKNOWN;
    View view = view_of(b, found);
    const int sides = found.table->sides;
    int code = 0;
    ReadResult result =
        code_of(&view, found, &found.table->parts[view.file * sides + (sides == 2 ? view.side : 0)], &code);
    if (result == READ_DONE && code > WDL_WIN - WDL_LOSS) result = READ_DAMAGED;
    note_result(report, result, found);
    return result == READ_DONE ? code + WDL_LOSS : PROBE_UNKNOWN;
}

typedef enum { DTZ_UNKNOWN, DTZ_FOUND, DTZ_OTHER_SIDE } DtzAnswer;

// The unsigned number of plies to the next capture or pawn move in the DTZ table; or the answer that the table is
// for the other side to move. Not for draws.
static DtzAnswer table_dtz(const Board *b, int wdl, int *plies, bool *exact, ProbeReport *report) {
    const FoundTable found = open_table(b, TB_DTZ, report);
    if (!found.table) return DTZ_UNKNOWN;
    View view = view_of(b, found);
    const Part *part = &found.table->parts[view.file];
    const bool both_sides = found.table->symmetric && !found.table->material.pawns;
    if (!both_sides && (part->flags & TABLE_BLACK_TO_MOVE) != view.side) return DTZ_OTHER_SIDE;
    static const int classes[] = {1, 3, 0, 2, 0}; // by WDL
    ReadResult result = code_of(&view, found, part, plies);
    if (result == READ_DONE && part->flags & TABLE_MAPPED)
        result = tb_table_mapped(found.id, part, classes[wdl - WDL_LOSS], plies);
    note_result(report, result, found);
    if (result != READ_DONE) return DTZ_UNKNOWN;
    *exact = (wdl == WDL_WIN && part->flags & TABLE_WIN_PLIES) || (wdl == WDL_LOSS && part->flags & TABLE_LOSS_PLIES);
    *plies = (*exact ? *plies : 2 * *plies) + 1; // tables store plies or moves
    return DTZ_FOUND;
}

static bool is_capture(const Board *b, Move m) {
    return move_kind(m) == MOVE_EN_PASSANT || (board_occupied(b) & bit(move_to(m))) != 0;
}

static bool is_zeroing(const Board *b, Move m) { return is_capture(b, m) || (b->pawns & bit(move_from(m))) != 0; }

static Board after(const Board *b, Move m) {
    Board child = *b;
    board_play(&child, m);
    return child;
}

static int sign(int value) { return (value > 0) - (value < 0); }

// The WDL, resolved by captures and, with `zeroing`, also by pawn moves; *zeroing is then whether one of these is
// best.
static int search(const Board *b, bool *zeroing, ProbeReport *report) {
    Move list[MAX_MOVES];
    const int count = movegen_list(b, list);
    int tried = 0, best = WDL_LOSS;
    bool all_known = true;
    if (zeroing) *zeroing = false;
    if (count == 0) return board_is_check(b) ? WDL_LOSS : WDL_DRAW;
    for (int i = 0; i < count; i++) {
        if (zeroing ? !is_zeroing(b, list[i]) : !is_capture(b, list[i])) continue;
        const Board child = after(b, list[i]);
        const int value = search(&child, NULL, report);
        tried++;
        if (value == PROBE_UNKNOWN) all_known = false;
        else if (-value > best) best = -value;
        if (best < WDL_WIN) continue;
        if (zeroing) *zeroing = true;
        return best;
    }
    const bool all_tried = tried == count;
    const int value = all_tried ? best : table_wdl(b, report);
    if (value == PROBE_UNKNOWN || !all_known) return value == WDL_WIN && !zeroing ? value : PROBE_UNKNOWN;
    if (best < value) return value;
    if (zeroing) *zeroing = tried > 0 && (best > WDL_DRAW || all_tried);
    return best;
}

int probe_wdl(const Board *b, ProbeReport *report) { return search(b, NULL, report); }

// The DTZ just before a capture or pawn move that leads to this WDL.
static int dtz_before(int wdl) { return wdl == 0 ? 0 : sign(wdl) * (wdl % 2 ? 101 : 1); }

static ProbeResult dtz_of(const Board *b, bool may_look_ahead, ProbeReport *report);

// Reports that the tables contradict each other: no move keeps the result, or none has its side to move.
static void contradict(const Board *b, ProbeReport *report) {
    note(report, FAULT_DAMAGED, tb_files_find(b, TB_DTZ).id);
}

// The DTZ from those of the children, if the table does not have the board's side to move.
static void look_ahead(const Board *b, ProbeResult *result, ProbeReport *report) {
    Move list[MAX_MOVES];
    const int count = movegen_list(b, list);
    int best = PROBE_UNKNOWN;
    bool all_known = true, exact = true;
    for (int i = 0; i < count; i++) {
        const Board child = after(b, list[i]);
        int dtz;
        if (is_zeroing(b, list[i])) {
            const int wdl = search(&child, NULL, report);
            if (wdl == PROBE_UNKNOWN) all_known = false;
            dtz = wdl == PROBE_UNKNOWN ? 0 : dtz_before(-wdl);
        } else {
            const ProbeResult next = dtz_of(&child, false, report);
            if (next.dtz == PROBE_UNKNOWN) all_known = false;
            dtz = next.dtz == PROBE_UNKNOWN ? 0 : -next.dtz;
            if (sign(dtz) == sign(result->wdl) && !next.exact) exact = false;
            const bool mates = dtz == 1 && board_is_check(&child) && !movegen_any(&child);
            if (!mates) dtz += sign(dtz);
        }
        if (sign(dtz) == sign(result->wdl) && dtz < best) best = dtz;
    }
    if (!all_known) return;
    if (best == PROBE_UNKNOWN) {
        contradict(b, report);
        return;
    }
    result->dtz = best;
    result->exact = exact;
}

static ProbeResult dtz_of(const Board *b, bool may_look_ahead, ProbeReport *report) {
    bool zeroing;
    ProbeResult result = {search(b, &zeroing, report), PROBE_UNKNOWN, true};
    if (result.wdl == PROBE_UNKNOWN) return result;
    if (result.wdl == WDL_DRAW || zeroing || !movegen_any(b)) {
        result.dtz = dtz_before(result.wdl);
        return result;
    }
    int plies = 0;
    const DtzAnswer answer = table_dtz(b, result.wdl, &plies, &result.exact, report);
    if (answer == DTZ_FOUND) result.dtz = sign(result.wdl) * (plies + (result.wdl % 2 ? 100 : 0));
    if (answer != DTZ_OTHER_SIDE) return result;
    if (may_look_ahead) look_ahead(b, &result, report);
    else contradict(b, report);
    return result;
}

ProbeResult probe_dtz(const Board *b, ProbeReport *report) { return dtz_of(b, true, report); }

int probe_moves(const Board *b, bool with_dtz, ProbedMove list[MAX_MOVES], ProbeReport *report) {
    Move moves[MAX_MOVES];
    const int count = movegen_list(b, moves);
    for (int i = 0; i < count; i++) {
        const Board child = after(b, moves[i]);
        ProbeResult result = {PROBE_UNKNOWN, PROBE_UNKNOWN, false};
        if (with_dtz) result = probe_dtz(&child, report);
        if (result.wdl == PROBE_UNKNOWN) result.wdl = probe_wdl(&child, report);
        if (result.wdl != PROBE_UNKNOWN) result.wdl = -result.wdl;
        if (result.dtz != PROBE_UNKNOWN) result.dtz = -result.dtz;
        list[i] =
            (ProbedMove){result, moves[i], is_zeroing(b, moves[i]), !movegen_any(&child) && board_is_check(&child)};
    }
    return count;
}
