// SPDX-License-Identifier: Apache-2.0
// Random trees, written in any spelling that PGN allows, and read again: the log shows the same tree, and the laws
// hold wherever the text is cut.
#include "pgn_log.h"
#include "san_text.h"

enum { MOST_PLIES = 24, MOST_DEPTH = 3, ROOM = 1 << 15 };

typedef struct {
    Random random;
    Variant variant;
    char text[ROOM];
    uint32_t length;
    Log log;
} Writing;

static int below(Writing *w, int bound) { return random_below(&w->random, bound); }

static void put(Writing *w, const char *text) {
    for (; *text && w->length + 1 < ROOM; text++) w->text[w->length++] = *text;
}

// Writes blanks of some kind, and sometimes a line without meaning.
static void put_blank(Writing *w) {
    static const char *const blanks[] = {" ", "\n", "  ", "\r\n", "\t", "\r", "\xC2\xA0", "\n%not (for [ us {\n",
                                         " ", " "};
    put(w, blanks[below(w, 10)]);
}

static void put_comment(Writing *w, bool starting) {
    static const char *const comments[] = {
        "", "a", " b ( ) ; [%clk 1:02:03] ", "c $1 1. e4 *", "[Event \"x\"]", "\xC3\xA9", "{ [ ] %", "\\\"", "--"};
    const char *comment = comments[below(w, 9)];
    char entry[64];
    const bool line = below(w, 4) == 0;
    put(w, line ? ";" : "{");
    put(w, comment);
    put(w, line ? "\n" : "}");
    sprintf(entry, starting ? "<" : "{");
    log_word(&w->log, entry);
    log_text(&w->log, comment, strlen(comment));
    log_text(&w->log, starting ? ">" : "}", 1);
}

static void put_nag(Writing *w, bool glued) {
    static const struct {
        const char *glyph;
        int nag;
    } nags[] = {{"!", 1},   {"?!", 6}, {"+-", 18}, {"=", 10}, {"\xC2\xB1", 16}, {"\xE2\xA9\xB2", 14},
                {"-+", 19}, {"D", 220}};
    char text[16];
    const int choice = below(w, 8), nag = glued || below(w, 2) ? nags[choice].nag : below(w, 300);
    sprintf(text, "$%d", nag);
    log_word(&w->log, text);
    put(w, glued || (nag == nags[choice].nag && below(w, 2)) ? nags[choice].glyph : text);
}

// Writes a move number in any form, except that a number of White that would begin a game gets Black's dots.
static void put_number(Writing *w, const Board *b) {
    static const char *const dots[] = {"...", "\xE2\x80\xA6", ". ...", ".", "", " . "};
    char text[24];
    const int number = below(w, 9) ? b->fullmove_number : 0;
    sprintf(text, "%d%s", number, dots[below(w, number > 1 ? 6 : 3)]);
    put(w, text);
    put_blank(w);
}

// Returns whether a glyph may be glued to it: '+=' would be a different glyph.
static bool put_move(Writing *w, const Board *b, Move m) {
    char san[16];
    san_text(b, m, san);
    log_word(&w->log, san);
    const bool castles = move_kind(m) == MOVE_CASTLE;
    if (below(w, 5) == 0 && !castles) {
        char uci[8];
        sprintf(uci, "%c%c%c%c%.1s", 'a' + move_from(m) % 8, '1' + move_from(m) / 8, 'a' + move_to(m) % 8,
                '1' + move_to(m) / 8, move_is_promotion(m) ? &".nbrq"[move_kind(m)] : "");
        put(w, uci);
        return true;
    }
    if (castles && below(w, 2))
        for (char *at = san; *at; at++)
            if (*at == 'O') *at = '0';
    if (below(w, 3) == 0) san[strcspn(san, "+#")] = 0;
    put(w, san);
    return !strpbrk(san, "+#");
}

static void put_line(Writing *w, Board now, int plies, int depth);

// Writes what may follow a move; `before` is the board before it.
static void put_followers(Writing *w, const Board *before, int depth) {
    for (int n = below(w, 8) - 4; n > 0; n--) {
        put_blank(w);
        switch (below(w, 3)) {
        case 0: put_comment(w, false); break;
        case 1: put_nag(w, false); break;
        default:
            if (depth == MOST_DEPTH) break;
            put(w, "(");
            log_word(&w->log, "(");
            put_line(w, *before, 1 + below(w, 6), depth + 1);
            put(w, ")");
            log_word(&w->log, ")");
        }
    }
}

// Writes a line with at least one move.
static void put_line(Writing *w, Board now, int plies, int depth) {
    for (int ply = 0; ply < plies && (ply == 0 || w->length < ROOM / 2); ply++) {
        const Board before = now;
        const bool passes = !board_is_check(&now) && below(w, 12) == 0;
        const Move m = passes ? NO_MOVE : random_move(&w->random, &now);
        if (!m && !passes && ply > 0) return;
        if (depth && ply == 0)
            for (int n = below(w, 6) - 4; n > 0; n--) put_comment(w, true);
        if (below(w, 2)) {
            put_number(w, &now);
            for (int n = below(w, 8) - 6; n > 0; n--) put_comment(w, true);
        }
        if (m) {
            if (put_move(w, &now, m) && below(w, 5) == 0) put_nag(w, true);
            board_play(&now, m);
        } else {
            static const char *const passes_as[] = {"--", "Z0", "@@@@", "0000"};
            put(w, passes_as[below(w, 4)]);
            log_word(&w->log, "--");
            board_pass(&now);
        }
        if (ply + 1 == plies || below(w, 3)) put_followers(w, &before, depth);
        put_blank(w);
    }
}

static void put_tags(Writing *w, const Position *start) {
    char tag[MAX_FEN + 16];
    if (w->variant == CHESS960) put(w, "[Variant \"Chess960\"]");
    if (w->variant == CHESS960) log_word(&w->log, "[Variant=Chess960]");
    sprintf(tag, "[FEN \"%s\"]", fen_of(start));
    put(w, tag);
    sprintf(tag, "[FEN=%s]", fen_of(start));
    log_word(&w->log, tag);
    if (w->variant == CHESS960) log_word(&w->log, "960");
    log_word(&w->log, "fen");
}

static void put_game(Writing *w) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    const Position start = random_start(&w->random, w->variant);
    const char *result = results[below(w, 4)];
    put_tags(w, &start);
    put_blank(w);
    for (int n = below(w, 6) - 4; n > 0; n--) put_comment(w, false);
    put_line(w, start.board, 1 + below(w, MOST_PLIES), 0);
    put_blank(w);
    put(w, result);
    // After a comment to the end of the line, nothing more belongs to the game.
    for (int n = below(w, 6) - 4; n > 0 && w->text[w->length - 1] != '\n'; n--) put_comment(w, false);
    put(w, "\n");
    log_word(&w->log, result);
}

// The meaning of '%' depends on whether a line begins there, wherever the text is cut: all texts of four parts and
// an end.
static void test_line_starts(void) {
    static const char *const parts[] = {" ", "\n", "\r", "%", "{}", "\xA0", "\xC2\xA0", "\xEF\xBB\xBF", "\xE2\x80\xA6"};
    enum { PARTS = sizeof parts / sizeof *parts };
    for (int i = 0; i < PARTS * PARTS * PARTS * PARTS; i++) {
        char text[40] = "";
        for (int n = i, k = 0; k < 4; k++, n /= PARTS) strcat(text, parts[n % PARTS]);
        strcat(text, "%e4\nd4");
        check_context(text);
        const char *broken = law_text(&(LawInput){text, (uint32_t)strlen(text), STANDARD, NULL, 0}, 1);
        if (broken) CHECK_TEXT(broken, "");
    }
    check_context(NULL);
}

int main(void) {
    static Writing w;
    static Log read;
    tests_begin();
    test_line_starts();
    for (int i = 0; i < 1500; i++) {
        memset(&w, 0, sizeof w);
        w.random.state = 0xB1B0u + (uint64_t)i;
        w.variant = (Variant)(i % 2);
        put_game(&w);
        char seed[32];
        sprintf(seed, "random tree %d", i);
        check_context(seed);
        const LawInput in = {w.text, w.length, STANDARD, NULL, 0};
        log_pgn(&read, &in, 0);
        if (!CHECK_TEXT(read.text, w.log.text)) fprintf(stderr, "    %s\n", w.text);
        const char *broken = law_text(&in, 1 + w.length / 40);
        if (broken) CHECK_TEXT(broken, "");
    }
    check_context(NULL);
    return tests_end("pgn_random");
}
