/* What all peers share: a random generator, and sums over games from which means and their errors follow. */

#ifndef PEER_H
#define PEER_H

#include <stdint.h>

/* Words by Steele, Lea and Flood's SplitMix64 (2014); numbers by Lemire's multiplication (2019). */
struct Random {
    uint64_t state;
};

static inline uint64_t word(struct Random *random) {
    uint64_t x = random->state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

/* A number from 0 to n - 1; n is at least 1. A bias of n / 2^32 is far below any sampling error here. */
static inline uint32_t below(struct Random *random, uint32_t n) {
    return (uint32_t)(((word(random) >> 32) * n) >> 32);
}

/* From 0 up to but not including 1. */
static inline double unit(struct Random *random) {
    return (double)(word(random) >> 11) * 0x1.0p-53;
}

/* One game: decisions (forced ones included), options over all of them, the score of seats 1 and 2. */
struct Counted {
    int64_t decisions, options, score[2];
};

/* Sums and sums of squares over games; the order of the words is that of benchmarks/peers.py. */
struct Sums {
    int64_t games, decisions, options, score[2], decisions2, options2, score2[2];
};

static inline void add(struct Sums *sums, const struct Counted *game) {
    sums->games += 1;
    sums->decisions += game->decisions;
    sums->options += game->options;
    sums->decisions2 += game->decisions * game->decisions;
    sums->options2 += game->options * game->options;
    for (int seat = 0; seat < 2; ++seat) {
        sums->score[seat] += game->score[seat];
        sums->score2[seat] += game->score[seat] * game->score[seat];
    }
}

#endif
