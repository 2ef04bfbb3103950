// SPDX-License-Identifier: Apache-2.0
// Parses time controls.
#include "speed.h"

#include <stdbool.h>

enum { GAME_MOVES = 40, MOST_BULLET = 180, MOST_BLITZ = 480, MOST_RAPID = 1500, DAY = 86400 };

// A period of a time control: '40/7200', '300+3', '*180'.
typedef struct {
    double moves; // 0: the rest of the game
    double seconds, increment;
} Period;

static bool is_figure(char ch) { return ch >= '0' && ch <= '9'; }

// Reads a decimal number. False if there is none.
static bool read_number(const char **at, double *number) {
    if (!is_figure(**at)) return false;
    for (*number = 0; is_figure(**at); (*at)++) *number = 10 * *number + (**at - '0');
    if (**at != '.') return true;
    (*at)++;
    for (double unit = 0.1; is_figure(**at); unit /= 10, (*at)++) *number += unit * (**at - '0');
    return true;
}

static bool read_period(const char **at, Period *p) {
    *p = (Period){0, 0, 0};
    if (**at == '*') (*at)++;
    if (!read_number(at, &p->seconds)) return false;
    if (**at == '/') {
        (*at)++;
        p->moves = p->seconds;
        if (p->moves < 1 || !read_number(at, &p->seconds)) return false;
    }
    if (**at != '+') return true;
    (*at)++;
    return read_number(at, &p->increment);
}

// The seconds of a period for at most `left` moves, which it takes away.
static double seconds_of(const Period *p, double *left) {
    const double moves = p->moves > 0 && p->moves < *left ? p->moves : *left;
    *left -= moves;
    return p->seconds + p->increment * moves;
}

Speed speed_of(const char *text) {
    double seconds = 0, left = GAME_MOVES;
    Period p;
    while (*text == ' ') text++;
    const bool is_free = *text == '-';
    for (text += is_free; !is_free; text++) {
        if (!read_period(&text, &p)) return NO_SPEED;
        if (left > 0) seconds += seconds_of(&p, &left);
        if (*text != ':') break;
    }
    while (*text == ' ') text++;
    if (*text) return NO_SPEED;
    while (!is_free && left > 0) seconds += seconds_of(&p, &left);
    if (is_free || seconds >= (double)GAME_MOVES * DAY) return CORRESPONDENCE;
    if (seconds <= 0) return NO_SPEED;
    return seconds < MOST_BULLET ? BULLET : seconds < MOST_BLITZ ? BLITZ : seconds < MOST_RAPID ? RAPID : CLASSICAL;
}
