/* Random games of Linkage for two, written by hand: the rules and the card table of games/linkage.rules.
 *
 * An RNA card is its print: 3 * base + icon, or DNA_MUTATION. A DNA card is the RNA base it pairs with, or TERMINATOR.
 * A strand holds its prints, and for each base the set of the places where it lies face up, so that the correct places
 * follow from the template by four ANDs. Every decision lists its moves, one of them is drawn and made; equal cards of
 * a hand are one option, places of strands and of the template are options of their own. */

#include <stdbool.h>
#include <string.h>

#include "peer.h"

enum { PLAYERS = 2, ROUNDS = 4, DEALT = 4, PER_CORRECT = 2 };
enum { BASES = 4, ICONS = 3, PLAIN = 0, CHAPERONE = 1, MUTATION = 2 };
enum { DNA_MUTATION = BASES * ICONS, PRINTS, RNA_CARDS = 46 };
enum { TERMINATOR = BASES, NUCLEOTIDES = 8, MOST_MOVES = 1024 };

static const uint8_t COPIES[ICONS] = {5, 3, 3};

/* The prints, as sets of bits, that carry an icon. */
static const uint32_t CHAPERONES = 02222, MUTATIONS = 04444;

/* Best division of a run into threes (2 points) and fours (3 points). */
static const uint8_t RUN[RNA_CARDS + 1] = {
    0, 0, 0, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12, 12, 13, 14, 15, 15, 16, 17,
    18, 18, 19, 20, 21, 21, 22, 23, 24, 24, 25, 26, 27, 27, 28, 29, 30, 30, 31, 32, 33, 33, 34};

enum Kind { ADD, REPAIR, MUTATE_STRAND, PAY_DNA_MUTATION, PAY_TWO, EXTRA, TRADE, DONE };

struct Move {
    uint8_t kind, card, other, place;       /* other: a second card, or for ADD whether it lies face up */
};

struct Seat {
    uint8_t hand[RNA_CARDS], strand[RNA_CARDS];
    int held, length;
    uint8_t copies[PRINTS];
    uint64_t up[BASES], down;               /* places of the strand */
    int points, round_points;
};

struct Game {
    struct Seat seat[PLAYERS];
    uint8_t deck[RNA_CARDS], discard[RNA_CARDS];
    int deck_size, discard_size;
    uint8_t dna[NUCLEOTIDES + 1], template[NUCLEOTIDES];
    int dna_size, template_size;            /* the top card of the DNA deck is the last one */
    uint64_t pairs[BASES];                  /* places of the template */
    bool round_over;
    struct Random *random;
    struct Counted counted;
    int move_count;
    struct Move moves[MOST_MOVES];
};

/* One of n options, each equally likely. */
static uint32_t decide(struct Game *game, int n) {
    game->counted.decisions += 1;
    game->counted.options += n;
    return n > 1 ? below(game->random, (uint32_t)n) : 0;
}

/* ------------------------------------------------------------ cards */

static void take(struct Seat *seat, uint8_t card) {
    seat->hand[seat->held++] = card;
    seat->copies[card] += 1;
}

static uint8_t give_at(struct Seat *seat, int at) {
    uint8_t card = seat->hand[at];
    seat->hand[at] = seat->hand[--seat->held];
    seat->copies[card] -= 1;
    return card;
}

static uint8_t give(struct Seat *seat, uint8_t card) {
    int at = 0;
    while (seat->hand[at] != card) ++at;
    return give_at(seat, at);
}

static void discard(struct Game *game, uint8_t card) {
    game->discard[game->discard_size++] = card;
}

/* The deck is a heap from which any card is equally likely the next; an empty one is made of the discarded cards. */
static void draw(struct Game *game, struct Seat *seat) {
    if (game->deck_size == 0) {
        memcpy(game->deck, game->discard, (size_t)game->discard_size);
        game->deck_size = game->discard_size;
        game->discard_size = 0;
    }
    if (game->deck_size == 0) return;
    uint32_t at = below(game->random, (uint32_t)game->deck_size);
    take(seat, game->deck[at]);
    game->deck[at] = game->deck[--game->deck_size];
}

static void lay(struct Seat *seat, int place, uint8_t card, bool face_up) {
    seat->strand[place] = card;
    if (face_up) seat->up[card / ICONS] |= UINT64_C(1) << place;
    else seat->down |= UINT64_C(1) << place;
}


static uint64_t all_up(const struct Seat *seat) {
    return seat->up[0] | seat->up[1] | seat->up[2] | seat->up[3];
}

static uint64_t correct(const struct Game *game, const struct Seat *seat) {
    uint64_t set = 0;
    for (int base = 0; base < BASES; ++base) set |= seat->up[base] & game->pairs[base];
    return set;
}

static uint32_t prints_held(const struct Seat *seat, int at_least) {
    uint32_t set = 0;
    for (int card = 0; card < PRINTS; ++card) set |= (uint32_t)(seat->copies[card] >= at_least) << card;
    return set;
}

/* ------------------------------------------------------------ listing moves */

static void list(struct Game *game, int kind, int card, int other, int place) {
    game->moves[game->move_count++] = (struct Move){(uint8_t)kind, (uint8_t)card, (uint8_t)other, (uint8_t)place};
}

/* Unordered pairs of held cards: two copies of a print, or two prints. */
static void list_pairs(struct Game *game, int kind, uint32_t held, uint32_t twice) {
    for (uint32_t first = held; first; first &= first - 1) {
        int card = __builtin_ctz(first);
        if (twice >> card & 1) list(game, kind, card, card, 0);
        for (uint32_t second = first & (first - 1); second; second &= second - 1)
            list(game, kind, card, __builtin_ctz(second), 0);
    }
}

/* A card for each place of a set. */
static void list_places(struct Game *game, int kind, uint32_t cards, uint64_t places) {
    for (; cards; cards &= cards - 1)
        for (uint64_t left = places; left; left &= left - 1)
            list(game, kind, __builtin_ctz(cards), 0, __builtin_ctzll(left));
}

static void list_primary(struct Game *game, const struct Seat *you, const struct Seat *rival) {
    uint32_t held = prints_held(you, 1);
    for (uint32_t left = held; left; left &= left - 1) {
        int card = __builtin_ctz(left);
        if (card != DNA_MUTATION) list(game, ADD, card, true, 0);
        list(game, ADD, card, false, 0);
    }
    if (held & CHAPERONES) list_places(game, REPAIR, held & CHAPERONES, all_up(you) & ~correct(game, you));
    if (held & MUTATIONS) list_places(game, MUTATE_STRAND, held & MUTATIONS, all_up(rival));
    if (game->dna_size >= 2) {
        if (you->copies[DNA_MUTATION]) list(game, PAY_DNA_MUTATION, DNA_MUTATION, 0, 0);
        list_pairs(game, PAY_TWO, held, prints_held(you, 2));
    }
}

static void list_secondary(struct Game *game, const struct Seat *you, const struct Seat *rival, bool acted) {
    uint32_t held = prints_held(you, 1);
    if (acted && you->held >= 2)            /* any card left can be added, so a primary action is left */
        for (uint32_t left = held; left; left &= left - 1) list(game, EXTRA, __builtin_ctz(left), 0, 0);
    if (rival->held >= 1)
        for (uint32_t left = held; left; left &= left - 1) list(game, TRADE, __builtin_ctz(left), PRINTS, 0);
    if (rival->held >= 2) list_pairs(game, TRADE, held, prints_held(you, 2));
}

/* ------------------------------------------------------------ making moves */

static void replace_template(struct Game *game, int place, uint8_t card) {
    game->pairs[game->template[place]] &= ~(UINT64_C(1) << place);
    game->template[place] = card;
    game->pairs[card] |= UINT64_C(1) << place;
}

static void mutate_dna(struct Game *game) {
    uint8_t first = game->dna[--game->dna_size], second = game->dna[--game->dna_size];
    bool ends = first == TERMINATOR || second == TERMINATOR;
    if (decide(game, 1 + ends) == 0 && ends) {
        game->round_over = true;
        return;
    }
    if (first == TERMINATOR) {
        first = second;
        second = TERMINATOR;
    }
    int news = first == second || ends ? 1 : 2;
    uint32_t choice = decide(game, news * game->template_size);
    int place = (int)choice % game->template_size;
    uint8_t laid = (int)choice < game->template_size ? first : second;
    uint8_t kept = (int)choice < game->template_size ? second : first;
    uint8_t old = game->template[place];
    replace_template(game, place, laid);
    bool swap = decide(game, kept == old ? 1 : 2) == 1;
    game->dna[game->dna_size++] = swap ? old : kept;
    game->dna[game->dna_size++] = swap ? kept : old;
}

static void trade(struct Seat *you, struct Seat *rival, struct Move move, struct Random *random) {
    int n = move.other == PRINTS ? 1 : 2;
    uint8_t taken[2];
    for (int k = 0; k < n; ++k) taken[k] = give_at(rival, (int)below(random, (uint32_t)rival->held));
    take(rival, give(you, move.card));
    if (n == 2) take(rival, give(you, move.other));
    for (int k = 0; k < n; ++k) take(you, taken[k]);
}

static void mutate_strand(struct Game *game, struct Seat *you, struct Seat *rival, struct Move move) {
    uint8_t taken = rival->strand[move.place];
    lay(you, you->length++, taken, true);
    rival->up[taken / ICONS] &= ~(UINT64_C(1) << move.place);
    lay(rival, move.place, give(you, move.card), true);
    draw(game, rival);
}

static void repair(struct Game *game, struct Seat *you, struct Move move) {
    uint8_t bad = you->strand[move.place];
    you->up[bad / ICONS] &= ~(UINT64_C(1) << move.place);
    discard(game, bad);
    lay(you, move.place, give(you, move.card), true);
}

static void primary(struct Game *game, struct Seat *you, struct Seat *rival, struct Move move) {
    switch (move.kind) {
    case ADD:
        lay(you, you->length++, give(you, move.card), move.other);
        break;
    case REPAIR:
        repair(game, you, move);
        break;
    case MUTATE_STRAND:
        mutate_strand(game, you, rival, move);
        break;
    default:
        discard(game, give(you, move.card));
        if (move.kind == PAY_TWO) discard(game, give(you, move.other));
        mutate_dna(game);
    }
}

static struct Move choose(struct Game *game) {
    return game->moves[decide(game, game->move_count)];
}

static void extra_action(struct Game *game, struct Seat *you, struct Seat *rival, struct Move move) {
    discard(game, give(you, move.card));
    game->move_count = 0;
    list_primary(game, you, rival);
    primary(game, you, rival, choose(game));
}

/* One primary action and at most one secondary; a player without a card can only be done. */
static void actions(struct Game *game, struct Seat *you, struct Seat *rival) {
    bool acted = false, traded = false;
    while (!game->round_over && !(acted && traded)) {
        game->move_count = 0;
        if (!acted) list_primary(game, you, rival);
        if (acted || game->move_count == 0) list(game, DONE, 0, 0, 0);
        if (!traded) list_secondary(game, you, rival, acted);
        struct Move move = choose(game);
        if (move.kind == DONE) return;
        if (move.kind == EXTRA) {
            extra_action(game, you, rival, move);
            return;
        }
        if (move.kind == TRADE) {
            trade(you, rival, move, game->random);
            traded = true;
        } else {
            primary(game, you, rival, move);
            acted = true;
        }
    }
}

/* ------------------------------------------------------------ rounds */

static void set_up_dna(struct Game *game) {
    for (int n = 0; n < NUCLEOTIDES; ++n) game->dna[n] = (uint8_t)(n / 2);
    for (int n = NUCLEOTIDES - 1; n > 0; --n) {
        uint32_t other = below(game->random, (uint32_t)n + 1);
        uint8_t card = game->dna[n];
        game->dna[n] = game->dna[other];
        game->dna[other] = card;
    }
    int place = 1 + (int)below(game->random, 5);    /* counted from the bottom: one card, then five in any order */
    memmove(game->dna + place + 1, game->dna + place, (size_t)(NUCLEOTIDES - place));
    game->dna[place] = TERMINATOR;
    game->dna_size = NUCLEOTIDES + 1;
}

static void set_up(struct Game *game) {
    set_up_dna(game);
    game->template_size = game->deck_size = game->discard_size = 0;
    memset(game->pairs, 0, sizeof game->pairs);
    game->round_over = false;
    for (int card = 0; card < DNA_MUTATION; ++card)
        for (int n = 0; n < COPIES[card % ICONS]; ++n) game->deck[game->deck_size++] = (uint8_t)card;
    for (int n = 0; n < 2; ++n) game->deck[game->deck_size++] = DNA_MUTATION;
    for (int n = 0; n < PLAYERS; ++n) {
        struct Seat *seat = &game->seat[n];
        seat->held = seat->length = 0;
        memset(seat->copies, 0, sizeof seat->copies);
        memset(seat->up, 0, sizeof seat->up);
        seat->down = 0;
        for (int k = 0; k < DEALT; ++k) draw(game, seat);
    }
}

static int score(const struct Game *game, const struct Seat *seat) {
    uint64_t right = correct(game, seat), sound = right | seat->down;
    int points = PER_CORRECT * __builtin_popcountll(right);
    while (sound) {
        sound >>= __builtin_ctzll(sound);
        int run = __builtin_ctzll(~sound);
        points += RUN[run];
        sound >>= run;
    }
    return points;
}

static void play_round(struct Game *game, int starter) {
    while (game->dna_size && !game->round_over) {
        uint8_t card = game->dna[--game->dna_size];
        if (card == TERMINATOR) return;
        game->pairs[card] |= UINT64_C(1) << game->template_size;
        game->template[game->template_size++] = card;
        for (int n = 0; n < PLAYERS && !game->round_over; ++n) {
            struct Seat *you = &game->seat[(starter + n) % PLAYERS], *rival = &game->seat[(starter + n + 1) % PLAYERS];
            actions(game, you, rival);
            if (!game->round_over) draw(game, you);
        }
    }
}

static void play_game(struct Game *game, struct Sums *sums) {
    int starter = (int)below(game->random, PLAYERS);
    memset(&game->counted, 0, sizeof game->counted);
    for (int n = 0; n < PLAYERS; ++n) game->seat[n].points = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        set_up(game);
        play_round(game, starter);
        for (int n = 0; n < PLAYERS; ++n) {
            game->seat[n].round_points = score(game, &game->seat[n]);
            game->seat[n].points += game->seat[n].round_points;
        }
        if (game->seat[1 - starter].round_points > game->seat[starter].round_points) starter = 1 - starter;
    }
    for (int n = 0; n < PLAYERS; ++n) game->counted.score[n] = game->seat[n].points;
    add(sums, &game->counted);
}

void play(const char *name, uint64_t seed, uint32_t games, struct Sums *sums) {
    struct Random random = {seed};
    static struct Game game;
    (void)name;
    game.random = &random;
    for (uint32_t n = 0; n < games; ++n) play_game(&game, sums);
}
