// Random games of OpenSpiel without Python: uniform over legal actions, chance by its own probabilities.
// Built against the headers in the open_spiel wheel and linked to its pyspiel library (benchmarks/peers.py).

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "open_spiel/spiel.h"

#include "peer.h"

extern "C" void play(const char* name, uint64_t seed, uint32_t games, struct Sums* sums) {
  static std::string loaded;
  static std::shared_ptr<const open_spiel::Game> game;
  if (loaded != name) {
    game = open_spiel::LoadGame(name);
    loaded = name;
  }
  struct Random random = {seed};
  for (uint32_t n = 0; n < games; ++n) {
    struct Counted counted = {};
    std::unique_ptr<open_spiel::State> state = game->NewInitialState();
    while (!state->IsTerminal()) {
      if (state->IsChanceNode()) {
        state->ApplyAction(open_spiel::SampleAction(state->ChanceOutcomes(), unit(&random)).first);
      } else {
        std::vector<open_spiel::Action> legal = state->LegalActions();
        counted.decisions += 1;
        counted.options += static_cast<int64_t>(legal.size());
        state->ApplyAction(legal[below(&random, static_cast<uint32_t>(legal.size()))]);
      }
    }
    const std::vector<double> returns = state->Returns();
    for (int seat = 0; seat < 2; ++seat) counted.score[seat] = static_cast<int64_t>(returns[seat]);
    add(sums, &counted);
  }
}
