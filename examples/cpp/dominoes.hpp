// The library as C++17 types: what cannot be set up throws, so whatever exists may be used; copies are copies.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "dominoes.h"

namespace dominoes {

class Error : public std::runtime_error {
public:
    Error(int code, const std::string &what) : std::runtime_error(what + ": " + dom_strerror(code)), code(code) {}
    const int code; // enum dom_why or enum dom_error
};

// A result from 0 up is good where something was counted or found; elsewhere only DOM_OK is.
inline int found(int result, const std::string &what) {
    if (result < 0) throw Error(result, what);
    return result;
}
inline void done(int status, const std::string &what) {
    if (status != DOM_OK) throw Error(status, what);
}

class Rules {
public:
    explicit Rules(const std::string &preset, int players = 0) {
        done(dom_preset(&rules, found(dom_find(DOM_PRESET_NAMES, preset.c_str()), preset), players), preset);
    }
    Rules &set(const std::string &option, const std::string &value) {
        done(dom_rules_set(&rules, option.c_str(), value.c_str()), option + "=" + value);
        return *this;
    }
    const dom_rules *get() const { return &rules; }

private:
    dom_rules rules;
};

class Action {
public:
    explicit Action(int code) : code(code) { text(); } // which refuses a number that is no action
    explicit Action(const std::string &text) { done(dom_action_parse(text.c_str(), &code), text); }
    std::string text() const {
        char room[DOM_ACTION_TEXT];
        done(dom_action_text(code, room, sizeof room), std::to_string(code));
        return room;
    }
    int number() const { return code; }

private:
    int code = DOM_PASS;
};

class Match {
public:
    Match(const Rules &rules, const std::string &seed) : match(std::make_unique<dom_match>()) {
        done(dom_match_start(match.get(), rules.get(), seed.data(), seed.size(), nullptr), "the match cannot begin");
    }
    Match(const Match &other) : match(std::make_unique<dom_match>(*other.match)) {}
    Match(Match &&) = default;
    Match &operator=(Match other) { return match = std::move(other.match), *this; }

    const dom_round &round() const { return match->round; }
    bool round_is_over() const { return round().reason != DOM_ON; }
    int turn() const { return round().seat; }
    void deal() { done(dom_match_deal(match.get()), "no deal"); }
    void play(const Action &action) { done(dom_apply(&match->round, action.number()), action.text()); }
    Action undo() { return Action(found(dom_undo(&match->round), "undo")); }

    std::vector<Action> legal() const {
        std::uint16_t codes[DOM_MAX_LEGAL];
        const int count = found(dom_legal(&round(), codes), "legal");
        std::vector<Action> actions;
        for (int i = 0; i < count; i++) actions.emplace_back(int{codes[i]});
        return actions;
    }

    // What a player of the library does for the seat to act: by that seat's view, and by chance of its own.
    Action choice(int player, int level = 0) const {
        auto view = std::make_unique<dom_round>();
        dom_stream chance;
        int code = 0;
        done(dom_seen_by(&round(), turn(), view.get()), "view");
        done(dom_match_chance(match.get(), turn(), &chance), "chance");
        done(dom_choose(view.get(), player, level, 0, &chance, nullptr, &code), "choice");
        return Action(code);
    }

    std::vector<int> scores() const {
        std::int32_t scores[DOM_MAX_PLAYERS];
        done(dom_scores(&round(), scores), "scores");
        return std::vector<int>(scores, scores + round().rules.players);
    }

    // The seat that has won, with partners the team; nothing while the match is on.
    std::optional<int> winner() const {
        int side = -1;
        done(dom_match_winner(match.get(), &side), "winner");
        return side < 0 ? std::nullopt : std::optional<int>(side);
    }

private:
    std::unique_ptr<dom_match> match; // some kilobytes: too many for a value that is handed about
};

} // namespace dominoes
