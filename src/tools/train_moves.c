// SPDX-License-Identifier: Apache-2.0
// Trains the weights of src/compact/model.c and prints weights.inc. Native program, run by hand (make train-moves).
// Standard input has one game per line: its moves as numbers of src/move.h in hexadecimal. Every other game is for
// training; the bits per move of both halves are printed to standard error.
//
// Logistic regression over the legal moves, with a learning rate per weight (AdaGrad, Duchi et al. 2011).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../compact/model.h"
#include "../fen/fen.h"

enum { EPOCHS = 40, LONGEST_LINE = 1 << 16, WARMEST = 127 };
static const double RATE = 0.12, DECAY = 2e-4;

typedef struct {
    uint16_t count, played;
    uint32_t begin; // index of its first move in `starts`
} Choice;

typedef struct {
    Choice *choices;
    uint32_t *starts; // the first feature of each move, and the end of the last one's
    uint16_t *features;
    uint32_t choice_count, start_count, feature_count;
} Data;

static double weights[MODEL_FEATURES], squares[MODEL_FEATURES], sums[MODEL_FEATURES];

static void *grown(void *memory, uint32_t count, size_t size) {
    if (count & (count - 1)) return memory;
    void *more = realloc(memory, (count ? 2 * (size_t)count : 1) * size);
    if (!more) exit(1);
    return more;
}

static int by_number(const void *a, const void *b) { return *(const Move *)a - *(const Move *)b; }

static void add_choice(Data *d, const Board *b, Move theirs, Move ours, Move played) {
    Move moves[MAX_MOVES];
    Scene scene;
    model_scene(&scene, b, theirs, ours);
    const int count = movegen_list(b, moves);
    qsort(moves, (size_t)count, sizeof *moves, by_number);
    d->choices = grown(d->choices, d->choice_count, sizeof *d->choices);
    Choice *c = &d->choices[d->choice_count++];
    *c = (Choice){.count = (uint16_t)count, .begin = d->start_count};
    for (int i = 0; i < count; i++) {
        uint16_t list[MODEL_MOST_OF_MOVE];
        if (moves[i] == played) c->played = (uint16_t)i;
        d->starts = grown(d->starts, d->start_count, sizeof *d->starts);
        d->starts[d->start_count++] = d->feature_count;
        for (int n = model_features(&scene, moves[i], list), k = 0; k < n; k++) {
            d->features = grown(d->features, d->feature_count, sizeof *d->features);
            d->features[d->feature_count++] = list[k];
        }
    }
}

static void add_game(Data *d, char *line, const Board *start) {
    Board b = *start;
    Move before = NO_MOVE, last = NO_MOVE;
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        const Move m = (Move)strtoul(word, NULL, 16);
        add_choice(d, &b, last, before, m);
        board_play(&b, m);
        before = last;
        last = m;
    }
}

static double odds[MAX_MOVES];

// Fills `odds` with probabilities. Returns the bits of the played move.
static double judge(const Data *d, const Choice *c) {
    double best = -1e9, sum = 0;
    for (int i = 0; i < c->count; i++) {
        double score = 0;
        for (uint32_t k = d->starts[c->begin + (uint32_t)i]; k < d->starts[c->begin + (uint32_t)i + 1]; k++)
            score += weights[d->features[k]];
        odds[i] = score;
        if (score > best) best = score;
    }
    for (int i = 0; i < c->count; i++) sum += odds[i] = exp(odds[i] - best);
    for (int i = 0; i < c->count; i++) odds[i] /= sum;
    return -log2(odds[c->played]);
}

static double bits(const Data *d) {
    double sum = 0;
    for (uint32_t i = 0; i < d->choice_count; i++) sum += judge(d, &d->choices[i]);
    return sum / d->choice_count;
}

static void learn(const Data *d, const Choice *c) {
    judge(d, c);
    for (int i = 0; i < c->count; i++) {
        const double error = odds[i] - (i == c->played);
        if (fabs(error) < 1e-5) continue;
        for (uint32_t k = d->starts[c->begin + (uint32_t)i]; k < d->starts[c->begin + (uint32_t)i + 1]; k++) {
            const uint16_t f = d->features[k];
            const double slope = error + DECAY * weights[f];
            squares[f] += slope * slope;
            weights[f] -= RATE * slope / sqrt(squares[f] + 1e-8);
        }
    }
}

int main(void) {
    static char line[LONGEST_LINE];
    static Data train, test;
    Position start;
    int offset;
    static const char fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    attacks_init();
    castling_init();
    if (fen_parse(fen, sizeof fen - 1, STANDARD, false, &start, &offset) != ERR_NONE) return 1;
    for (int game = 0; fgets(line, sizeof line, stdin); game++) add_game(game % 2 ? &test : &train, line, &start.board);
    for (Data *d = &train;; d = &test) {
        d->starts = grown(d->starts, d->start_count, sizeof *d->starts);
        d->starts[d->start_count] = d->feature_count;
        if (d == &test) break;
    }
    uint32_t random = 1;
    for (int epoch = 1; epoch <= EPOCHS; epoch++) {
        for (uint32_t i = 0; i < train.choice_count; i++) {
            random = random * 1664525 + 1013904223;
            learn(&train, &train.choices[(uint64_t)random * train.choice_count >> 32]);
        }
        for (int f = 0; f < MODEL_FEATURES && epoch > EPOCHS / 2; f++) sums[f] += weights[f];
        if (epoch % 10 == 0 || epoch <= 3) fprintf(stderr, "%d: %.4f %.4f\n", epoch, bits(&train), bits(&test));
    }
    puts("// SPDX-License-Identifier: Apache-2.0\n// Printed by make train-moves, on games of Lichess (CC0). Frozen as "
         "version 1.");
    for (int f = 0; f < MODEL_FEATURES; f++) {
        // The mean of the later epochs is better than the last epoch (Polyak and Juditsky, 1992).
        double w = round(sums[f] / (EPOCHS - EPOCHS / 2) * MODEL_SCALE);
        w = w > WARMEST ? WARMEST : w < -WARMEST ? -WARMEST : w;
        weights[f] = w / MODEL_SCALE;
        printf("%s%d,%s", f % 16 ? " " : "    ", (int)w, f % 16 == 15 ? "\n" : "");
    }
    fprintf(stderr, "%u moves for training: %.4f bits a move; %u others: %.4f\n", train.choice_count, bits(&train),
            test.choice_count, bits(&test));
    return 0;
}
