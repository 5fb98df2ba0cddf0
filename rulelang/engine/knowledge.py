"""Movements of cards in, knowledge words out: whose print each seat knows, and where it can no longer tell.

The words
=========
For each seat and card one word `group * 2 + known` in the state; a group is named after its smallest card. `known` is a
*mark*: the seat knows that a card of this print lies at one of the places of the group. It knows the card itself if
every card of the group is marked and all have one print. Behind the rows of the seats lies one more row for the public.

What keeps it honest: every operation is a function of what the seat has seen. Which of the cards of a group carries a
mark, and which card of a set was really picked, is hidden; so wherever one of several cards that the seat cannot tell
apart is picked, flipped or shown, all of them are treated alike, and the marks that remain do not depend on the truth.

Within one set, cards of one face that a seat does not see have no places it could point at. A group that lies wholly
among them says no more than its marks do, so it may be dissolved: each mark names a card of the set, the others are
backs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.engine.sight import Sight
from rulelang.ir.program import Program


class Knowledge:
    """Keeps the knowledge words of a state up to date and answers who knows a card. Holds no state of its own."""

    __slots__ = ("_cards", "_cells", "_like", "_limited", "_prints", "_rows", "_zone_at", "sight")

    def __init__(self, program: Program) -> None:
        self.sight = Sight(program)
        self._prints = program.cards
        self._cards = len(program.cards)
        self._cells = program.card_cells
        self._zone_at = tuple(zone.at for zone in program.zones)
        self._limited = tuple(zone.limit >= 0 for zone in program.zones)
        self._rows = tuple((1 << row, program.knowledge + row * self._cards) for row in range(program.players + 1))
        same: dict[int, list[int]] = {}
        for card, printed in enumerate(program.cards):
            same.setdefault(printed, []).append(card)
        self._like = tuple(tuple(same[printed]) for printed in program.cards)

    # ------------------------------------------------------------ questions

    def sees_mask(self, s: list[int], card: int) -> int:
        """Bit mask of the seats (bit seat-1) and the public (bit players) that see the card where it lies."""
        return self.sight.card_mask(s, card)

    def sees(self, s: list[int], seat: int, card: int) -> bool:
        """Whether the seat (the number of players plus 1: the public) sees the card where it lies."""
        return bool(self.sight.card_mask(s, card) >> (seat - 1) & 1)

    def known_mask(self, s: list[int], card: int) -> int:
        """Bit mask of the seats (bit seat-1) and the public (bit players) whose view prints the card's face."""
        mask = self.sight.card_mask(s, card)
        for bit, base in self._rows:
            if not mask & bit and self._told(s, base, card):
                mask |= bit
        return mask

    def knows(self, s: list[int], seat: int, card: int) -> bool:
        """Whether the view of the seat (the number of players plus 1: the public) prints the card's face."""
        return self.sees(s, seat, card) or self._told(s, self._rows[seat - 1][1], card)

    def witnesses(self, s: list[int], source: int, target: int) -> int:
        """Mask of those who notice a card going from zone to zone (below 0: outside): who can count at one end."""
        if source < 0:
            return self.sight.count_mask(s, target)
        return self.sight.count_mask(s, source) | self.sight.count_mask(s, target)

    def _told(self, s: list[int], base: int, card: int) -> bool:
        word = s[base + card]
        if not word & 1:
            return False
        words = s[base:base + self._cards]
        if word - 1 in words:
            return False
        alike = 0
        for other in self._like[card]:
            if words[other] == word:
                alike += 1
        return words.count(word) == alike

    # ------------------------------------------------------------ events of play

    def start(self, s: list[int]) -> None:
        """The words of a new game: every card alone in its group, nothing known."""
        for _, base in self._rows:
            s[base:base + self._cards] = range(0, 2 * self._cards, 2)

    def moved(self, s: list[int], card: int, source: int, old_face: int, target: int, picked: bool,
              named: bool = False) -> None:
        """After one card has moved: zones and faces in `s` are the new ones, the other cards lie where they were.

        `source` below 0: it came from outside all zones. `picked`: a hidden choice took it; `named`: by its unique
        print.
        """
        sight = self.sight
        before = sight.mask(s, source, old_face) if source >= 0 else 0
        after = sight.everyone if named else sight.mask(s, target, s[self._cells + 2 * card + 1])
        gained = after & ~before
        if source < 0 or sight.ordered[source]:
            self._sighted(s, card, gained)
            if picked and source < 0:
                self._forgotten(s, card, sight.everyone & ~after)
        else:
            hidden = picked or sight.ordered[target] or self._limited[target]
            lost = sight.everyone & ~before & ~after if hidden else 0
            if gained or lost:
                self._out_of_set(s, card, self._alike_in(s, source, old_face, card), gained, lost)
        if card in sight.hosting:
            self._host_moved(s, card)

    def mixed(self, s: list[int], cards: Sequence[int]) -> None:
        """After one statement has moved cards without places into the order of a row or stack, by a rule that reads
        what they are: who neither sees them there nor knows them all cannot tell them apart.
        """
        by_zone: dict[int, list[int]] = {}
        for card in cards:
            zone = s[self._cells + 2 * card]
            if self.sight.ordered[zone]:
                by_zone.setdefault(zone, []).append(card)
        for block in by_zone.values():
            if len(block) > 1:
                seen = self.sight.card_mask(s, block[0])
                for bit, base in self._rows:
                    if not seen & bit and not all(self._told(s, base, card) for card in block):
                        self._join(s, base, block)

    def shuffled(self, s: list[int], zone: int) -> None:
        """After a shuffle or refill: nobody can tell the cards apart that they do not see."""
        up = self.sight.mask(s, zone, 0)
        down = self.sight.mask(s, zone, 1)
        cards = self._cards_in(s, zone)
        for bit, base in self._rows:
            if not (up & bit or down & bit):
                self._join(s, base, cards)
            elif not (up & bit and down & bit):
                unseen = 1 if up & bit else 0
                self._join(s, base, [c for c in cards if s[self._cells + 2 * c + 1] == unseen])

    def flipped(self, s: list[int], card: int) -> None:
        """After a card was turned over where it lies (only if its face has changed)."""
        at = self._cells + 2 * card
        zone, face = s[at], s[at + 1]
        if zone < 0:
            return
        before = self.sight.mask(s, zone, 1 - face)
        after = self.sight.mask(s, zone, face)
        gained = after & ~before
        if self.sight.ordered[zone]:
            self._sighted(s, card, gained)
            return
        lost = self.sight.everyone & ~before & ~after
        self._out_of_set(s, card, self._alike_in(s, zone, 1 - face, card), gained, lost)

    def revealed(self, s: list[int], card: int, seats: int) -> None:
        """The card's face is shown to the seats of a bit mask (bit seat-1); shown to all seats it is public."""
        if seats & self.sight.seats == self.sight.seats:
            seats |= self.sight.public
        at = self._cells + 2 * card
        zone, face = s[at], s[at + 1]
        if zone < 0 or self.sight.ordered[zone]:
            self._sighted(s, card, seats)
            return
        gained = seats & ~self.sight.mask(s, zone, face)
        self._out_of_set(s, card, self._alike_in(s, zone, face, card), gained, 0)

    def given(self, s: list[int], zone: int) -> None:
        """An example has placed the cards of a zone: whoever sees them there knows them, nobody else does."""
        for card in self._cards_in(s, zone):
            self._forgotten(s, card, self.sight.everyone)
            self._sighted(s, card, self.sight.card_mask(s, card))

    # ------------------------------------------------------------ steps

    def _sighted(self, s: list[int], card: int, seats: int) -> None:
        if seats:
            for bit, base in self._rows:
                if seats & bit:
                    self._sight_one(s, base, card)

    def _sight_one(self, s: list[int], base: int, card: int) -> None:
        """The card's face is seen at its place. If only another card of its group was marked with this print, that
        mark was about this card all along."""
        word = s[base + card]
        if word == 2 * card + 1 and not self._shared(s, base, card):
            return
        if not word & 1:
            self._unmark_like(s, base, card, word + 1)
        self._leave(s, base, card)
        s[base + card] = 2 * card + 1

    def _shared(self, s: list[int], base: int, card: int) -> bool:
        words = s[base + card + 1:base + self._cards]
        return 2 * card in words or 2 * card + 1 in words

    def _unmark_like(self, s: list[int], base: int, card: int, marked: int) -> None:
        for other in self._like[card]:
            if s[base + other] == marked:
                s[base + other] = marked - 1
                return

    def _leave(self, s: list[int], base: int, card: int) -> None:
        """Take a card out of its group; the rest is named after its smallest card."""
        if s[base + card] >> 1 == card:
            rest = [c for c in range(card + 1, self._cards) if s[base + c] >> 1 == card]
            for other in rest:
                s[base + other] = 2 * rest[0] | s[base + other] & 1
        s[base + card] = 2 * card | s[base + card] & 1

    def _join(self, s: list[int], base: int, cards: Iterable[int]) -> None:
        """The groups of these cards become one."""
        groups = {s[base + card] >> 1 for card in cards}
        if len(groups) < 2:
            return
        name = 2 * min(groups)
        for at in range(base, base + self._cards):
            word = s[at]
            if word >> 1 in groups:
                s[at] = name | word & 1

    def _out_of_set(self, s: list[int], card: int, alike: list[int], gained: int, lost: int) -> None:
        """One of the cards `alike` was picked: `gained` see its face now, `lost` see it neither before nor after."""
        for bit, base in self._rows:
            if lost & bit:
                self._join(s, base, alike)
            elif gained & bit:
                self._seen_out_of_set(s, base, card, alike)

    def _seen_out_of_set(self, s: list[int], base: int, card: int, alike: list[int]) -> None:
        """A seat sees the face of a card that was one of `alike`, without having seen which.

        Groups that are wholly known and hold no such print cannot have held it. If all others lie within the set, they
        dissolve, and one mark of the print, if there is one, counts as the card; else they become one group first.
        """
        groups = self._possible_groups(s, base, card, alike)
        within = [c for c in alike if s[base + c] >> 1 in groups]
        size = sum(1 for word in s[base:base + self._cards] if word >> 1 in groups)
        if size > len(within):
            self._join(s, base, within)
            self._sight_one(s, base, card)
            return
        if not s[base + card] & 1:
            printed = self._prints[card]
            for other in within:
                if s[base + other] & 1 and self._prints[other] == printed:
                    s[base + other] -= 1
                    break
        for other in within:
            s[base + other] = 2 * other | s[base + other] & 1
        s[base + card] = 2 * card + 1

    def _possible_groups(self, s: list[int], base: int, card: int, alike: list[int]) -> set[int]:
        words = s[base:base + self._cards]
        prints = {words[other] for other in self._like[card]}
        groups = {words[c] >> 1 for c in alike}
        return {g for g in groups if 2 * g in words or 2 * g + 1 in prints}

    def _forgotten(self, s: list[int], card: int, seats: int) -> None:
        """The card becomes unknown and leaves its group, whose marks go too: they may have been about this card."""
        for bit, base in self._rows:
            if seats & bit:
                marked = s[base + card] | 1
                for at in range(base, base + self._cards):
                    if s[at] == marked:
                        s[at] -= 1
                self._leave(s, base, card)

    def _host_moved(self, s: list[int], card: int) -> None:
        """Cards that lie with a card which has moved may be seen by others now, and so may those that lie with them."""
        waiting, done = [card], {card}
        while waiting:
            for zone in self.sight.hosting.get(waiting.pop(), ()):
                for lying in self._cards_in(s, zone):
                    self._sighted(s, lying, self.sight.card_mask(s, lying))
                    if lying not in done:
                        done.add(lying)
                        waiting.append(lying)

    def _cards_in(self, s: list[int], zone: int) -> list[int]:
        at = self._zone_at[zone]
        return s[at + 2:at + 2 + s[at]]

    def _alike_in(self, s: list[int], zone: int, face: int, card: int) -> list[int]:
        """The card and the other cards of the zone that lie with this face: whoever does not see one sees none."""
        cells = self._cells
        return [card, *(c for c in self._cards_in(s, zone) if c != card and s[cells + 2 * c + 1] == face)]
