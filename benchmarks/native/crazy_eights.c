/* Random games of Crazy Eights for two, as OpenSpiel plays it, written by hand.
 *
 * Card 4 * (rank - 2) + suit, ranks 2 to 14 (ace). A hand is a set of 52 bits, the stock a heap from which any card is
 * equally likely the next. Rules: games/classics/crazy_eights.rules with count_by_number. */

#include <stdbool.h>
#include <string.h>

#include "peer.h"

enum { CARDS = 52, SUITS = 4, DEALT = 7, EIGHT = 8 - 2, TEN = 10 - 2 };
enum { MOST_DRAWS = 5, MOST_PLAYED = 100, MOST_PASSES = 2 };

static const uint64_t SUIT = UINT64_C(0x1111111111111);     /* clubs; shifted by 1 to 3, the other suits */
static const uint64_t RANK = UINT64_C(0xF);                 /* twos; shifted by 4, the next rank */

struct Game {
    uint64_t hand[2];
    uint8_t stock[CARDS];
    int stock_size, top, demanded, played, passes;
    struct Random *random;
    struct Counted counted;
};

static int draw(struct Game *game) {
    uint32_t at = below(game->random, (uint32_t)game->stock_size);
    int card = game->stock[at];
    game->stock[at] = game->stock[--game->stock_size];
    return card;
}

static bool is_over(const struct Game *game) {
    return !game->hand[0] || !game->hand[1] || game->played >= MOST_PLAYED || game->passes > MOST_PASSES;
}

/* One of n options, each equally likely. */
static uint32_t decide(struct Game *game, int n) {
    game->counted.decisions += 1;
    game->counted.options += n;
    return n > 1 ? below(game->random, (uint32_t)n) : 0;
}

static int bit_number(uint64_t set, uint32_t n) {
    while (n--) set &= set - 1;
    return __builtin_ctzll(set);
}

static void play_card(struct Game *game, int seat, int card) {
    game->hand[seat] &= ~(UINT64_C(1) << card);
    game->passes = 0;
    game->played += 1;
    game->top = card;
    game->demanded = card % SUITS;
    if (card / SUITS == EIGHT && !is_over(game)) game->demanded = (int)decide(game, SUITS);
}

static void turn(struct Game *game, int seat) {
    for (int draws = 0;;) {
        uint64_t fits = game->hand[seat] & (SUIT << game->demanded | RANK << game->top / SUITS * SUITS |
                                            RANK << EIGHT * SUITS);
        int playable = __builtin_popcountll(fits);
        uint32_t choice = decide(game, playable + 1);       /* the last option is to draw or, if not, to pass */
        if (choice < (uint32_t)playable) {
            play_card(game, seat, bit_number(fits, choice));
            return;
        }
        if (game->stock_size == 0 || draws == MOST_DRAWS) {
            game->passes = game->stock_size == 0 ? game->passes + 1 : 0;
            return;
        }
        draws += 1;
        game->hand[seat] |= UINT64_C(1) << draw(game);
    }
}

static int points(uint64_t hand) {
    int sum = 0;
    for (; hand; hand &= hand - 1) {
        int card = __builtin_ctzll(hand), rank = card / SUITS;
        sum += rank == EIGHT ? 50 : rank > TEN ? 10 : card + 2;
    }
    return sum;
}

static void play_game(struct Random *random, struct Sums *sums) {
    struct Game game;
    memset(&game, 0, sizeof game);
    game.random = random;
    game.stock_size = CARDS;
    for (int card = 0; card < CARDS; ++card) game.stock[card] = (uint8_t)card;
    int seat = (int)below(random, 2);
    for (int n = 0; n < 2 * DEALT; ++n) game.hand[n % 2] |= UINT64_C(1) << draw(&game);
    do game.top = draw(&game);
    while (game.top / SUITS == EIGHT && (game.stock[game.stock_size++] = (uint8_t)game.top, true));
    game.demanded = game.top % SUITS;
    for (; !is_over(&game); seat = 1 - seat) turn(&game, seat);
    for (int n = 0; n < 2; ++n) game.counted.score[n] = -points(game.hand[n]);
    add(sums, &game.counted);
}

void play(const char *name, uint64_t seed, uint32_t games, struct Sums *sums) {
    struct Random random = {seed};
    (void)name;
    for (uint32_t n = 0; n < games; ++n) play_game(&random, sums);
}
