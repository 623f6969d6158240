// A match between two players of the library, told round by round. C++17, over the two files of the amalgamation:
//
//   dominoes config --amalgamate .
//   cc -std=c11 -O2 -c dominoes.c && c++ -std=c++17 -O2 match.cpp dominoes.o -o match       or: cmake -S . -B build
//
//   ./match [PRESET [PLAYER [PLAYER [SEED]]]]           ./match all-fives buratino snow-white friday
#include <iostream>

#include "dominoes.hpp"

namespace {

int player_called(const std::string &name) { return dominoes::found(dom_find(DOM_PLAYER_NAMES, name.c_str()), name); }

// Seats 0, 2 and 1, 3 are played by the same player: so teams are, too.
void play_round(dominoes::Match &match, const int (&players)[2]) {
    while (!match.round_is_over()) match.play(match.choice(players[match.turn() % 2]));
}

void tell(const dominoes::Match &match, int number) {
    const dom_round &round = match.round();
    std::cout << "round " << number << ": opened with " << dominoes::Action(int{round.actions[0]}).text() << ", " << round.laid_count
              << " tiles laid, " << dom_name(DOM_RESULT_NAMES, round.reason) << ", scores";
    for (const int score : match.scores()) std::cout << ' ' << score;
    std::cout << '\n';
}

int play(const std::string &preset, const std::string &one, const std::string &other, const std::string &seed) {
    const int players[2] = {player_called(one), player_called(other)};
    dominoes::Match match(dominoes::Rules(preset), seed);
    for (int number = 0;; number++) {
        play_round(match, players);
        tell(match, number);
        if (match.winner()) break;
        match.deal();
    }
    std::cout << (*match.winner() % 2 == 0 ? one : other) << " wins\n";
    return 0;
}

} // namespace

int main(int count, char **words) try {
    const auto word = [&](int place, const char *otherwise) { return std::string(count > place ? words[place] : otherwise); };
    return play(word(1, "draw"), word(2, "pinocchio"), word(3, "buratino"), word(4, "1"));
} catch (const dominoes::Error &error) {
    std::cerr << "match: " << error.what() << '\n';
    return 2;
}
