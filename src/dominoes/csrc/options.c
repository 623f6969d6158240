/* Lists of names, and the rules' options by name (RULES.md section 7): for hosts that read settings, and for other languages.
 * A list of names is one string: a zero after each name, and one more after the last. Tables hold no pointers, so that nothing is
 * left to do for whoever loads the library. */
#include <stddef.h>
#include <string.h>

#include "bits.h"

#define SWITCH "false\0true\0"
#define NULL_FOR_ZERO "null\0"

typedef struct option {
    char name[16];
    int8_t field;    /* its place in dom_rules; NO_FIELD where it can have but one value. A table's height comes after its width */
    char names[28];  /* what its values from 0 on are called; values above them are written as numbers */
    char values[52]; /* what it may be, in English */
} option;

enum { NO_FIELD = -1, TABLE_OPTION = 9, OPTION_COUNT = 19 };

static const option OPTIONS[OPTION_COUNT] = {
    {"players", 0, "", "2 to 4; with partners 4"},
    {"max_pip", 1, "", "1 to 18"},
    {"hand_size", 2, "", "1 up"},
    {"draw", 3, "never\0one\0until-playable\0", "never, one, until-playable"},
    {"voluntary_draw", 4, SWITCH, "true, false"},
    {"boneyard_floor", 5, "", "0 up"},
    {"opening", 6, "highest-tile\0random\0", "highest-tile, random"},
    {"opening_tile", 7, "free\0forced\0", "free, forced"},
    {"next_opening", 8, "same\0winner\0rotate\0", "same, winner, rotate"},
    {"table", TABLE_OPTION, NULL_FOR_ZERO, "null, or width x height in cells, each 8 to 64"},
    {"turns", 11, SWITCH, "true, false"},
    {"spinner", 12, "null\0first-double\0", "null, first-double"},
    {"count_multiple", 13, NULL_FOR_ZERO, "null, 3, 5"},
    {"scoring", 14, "opponents\0team-all\0", "opponents, team-all"},
    {"round_to", 15, "", "1, 3, 5"},
    {"partners", 16, SWITCH, "true, false"},
    {"target", 17, "", "1 up"},
    {"redeal_doubles", 18, NULL_FOR_ZERO, "null, or 1 up"},
    {"blocked_tie", NO_FIELD, "nobody\0", "nobody"},
};
#undef SWITCH
#undef NULL_FOR_ZERO

/* ---- names ---- */

/* DOM_OPTION_NAMES stand in the table above; the first name of results is that of number 1. */
static const char *list_of(int names) {
    switch (names) {
        case DOM_PRESET_NAMES: return "table\0draw\0block\0all-fives\0partnership\0";
        case DOM_PLAYER_NAMES: return "blocker\0pinocchio\0buratino\0snow-white\0";
        case DOM_END_NAMES: return "L\0R\0U\0D\0";
        case DOM_PLACEMENT_NAMES: return "ahead\0corner-left\0corner-right\0side-left\0side-right\0";
        case DOM_RESULT_NAMES: return "domino\0blocked\0target\0";
        case DOM_WHY_NAMES:
            return "legal\0not-an-action\0round-over\0not-your-turn\0not-in-set\0not-your-tile\0table-empty\0table-not-empty\0"
                   "forced-tile\0end-closed\0no-match\0no-table\0turns-off\0double-ahead\0on-a-double\0edge\0tile-in-the-way\0"
                   "can-play\0no-drawing\0boneyard-floor\0drawn-already\0must-play\0must-draw\0";
        default: return "";
    }
}

static const char *next_name(const char *name) { return name + strlen(name) + 1; }

/* The name with a number in a list, NULL where the list has ended. */
static const char *name_at(const char *list, int number) {
    for (; *list != '\0'; list = next_name(list))
        if (number-- == 0) return list;
    return NULL;
}

/* The number of a name in a list, or DOM_ERR_NAME. */
static int number_of(const char *list, const char *name) {
    for (int number = 0; *list != '\0'; list = next_name(list), number++)
        if (strcmp(list, name) == 0) return number;
    return DOM_ERR_NAME;
}

const char *dom_name(int names, int number) {
    if (number < 0) return NULL;
    if (names == DOM_OPTION_NAMES) return number < OPTION_COUNT ? OPTIONS[number].name : NULL;
    return name_at(list_of(names), number - (names == DOM_RESULT_NAMES));
}

int dom_find(int names, const char *name) {
    if (name == NULL) return DOM_ERR_NULL;
    if (names < 0 || names > DOM_WHY_NAMES) return DOM_ERR_RANGE;
    for (int number = names == DOM_RESULT_NAMES; dom_name(names, number) != NULL; number++)
        if (strcmp(name, dom_name(names, number)) == 0) return number;
    return DOM_ERR_NAME;
}

/* ---- text in and out, without printf and the like, which go by the program's locale ---- */

/* The digits of a number from 0 up, with no zero before others; gives where they end, or NULL. */
static const char *read_digits(const char *at, int32_t *number) {
    int64_t found = 0;
    const char *from = at;
    for (; *at >= '0' && *at <= '9'; at++) {
        found = 10 * found + (*at - '0');
        if (found > INT32_MAX || (at > from && *from == '0')) return NULL;
    }
    *number = (int32_t)found;
    return at > from ? at : NULL;
}

/* Writers give where the text goes on; hand_out ends it. */
static char *write_digits(char *to, int32_t number) {
    char digits[10];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0) *to++ = digits[--count];
    return to;
}

static char *write_word(char *to, const char *word) {
    while (*word != '\0') *to++ = *word++;
    return to;
}

/* Gives the caller a text, whole or not at all. */
static int hand_out(const char *from, const char *end, char *text, size_t size) {
    const size_t length = (size_t)(end - from);
    if (length >= size) return DOM_ERR_SHORT;
    memcpy(text, from, length);
    text[length] = '\0';
    return DOM_OK;
}

/* ---- options ---- */

static const option *option_called(const char *name) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (strcmp(name, OPTIONS[i].name) == 0) return &OPTIONS[i];
    return NULL;
}

/* May the option have the value that it has here, whatever the others have? */
static int value_in_range(const option *o, const int32_t fields[DOM_RULE_FIELDS]) {
    dom_rules rules = PRESETS[DOM_PRESET_DRAW];
    int32_t alone[DOM_RULE_FIELDS];
    int what;
    if (o->field == NO_FIELD) return 1;
    memcpy(alone, &rules, sizeof rules);
    alone[o->field] = fields[o->field];
    if (o->field == TABLE_OPTION) alone[TABLE_OPTION + 1] = fields[TABLE_OPTION + 1];
    memcpy(&rules, alone, sizeof rules);
    (void)dom_rules_check(&rules, NULL, &what);
    return what != 1 && what != 6; /* anything else lies between options */
}

static int read_value(const option *o, const char *value, int32_t fields[DOM_RULE_FIELDS]) {
    const int32_t named = number_of(o->names, value);
    if (o->field == NO_FIELD) return named >= 0;
    fields[o->field] = named;
    if (o->field == TABLE_OPTION) fields[TABLE_OPTION + 1] = 0;
    if (named >= 0) return 1;
    const char *end = read_digits(value, &fields[o->field]);
    if (end != NULL && o->field == TABLE_OPTION) end = *end == 'x' ? read_digits(end + 1, &fields[TABLE_OPTION + 1]) : NULL;
    return end != NULL && *end == '\0' && name_at(o->names, fields[o->field]) == NULL; /* "null" is not written as 0 */
}

int dom_rules_set(dom_rules *rules, const char *option_name, const char *value) {
    int32_t fields[DOM_RULE_FIELDS];
    if (rules == NULL || option_name == NULL || value == NULL) return DOM_ERR_NULL;
    const option *o = option_called(option_name);
    if (o == NULL) return DOM_ERR_NAME;
    memcpy(fields, rules, sizeof *rules);
    if (!read_value(o, value, fields) || !value_in_range(o, fields)) return DOM_ERR_VALUE;
    memcpy(rules, fields, sizeof *rules);
    return DOM_OK;
}

int dom_rules_get(const dom_rules *rules, const char *option_name, char *text, size_t size) {
    int32_t fields[DOM_RULE_FIELDS];
    char written[DOM_OPTION_TEXT], *end = written;
    if (rules == NULL || option_name == NULL || text == NULL) return DOM_ERR_NULL;
    const option *o = option_called(option_name);
    if (o == NULL) return DOM_ERR_NAME;
    memcpy(fields, rules, sizeof *rules);
    if (!value_in_range(o, fields)) return DOM_ERR_RULES;
    const int32_t number = o->field == NO_FIELD ? 0 : fields[o->field];
    const char *named = name_at(o->names, number);
    if (named != NULL) return hand_out(written, write_word(end, named), text, size);
    end = write_digits(end, number);
    if (o->field == TABLE_OPTION) end = write_digits(write_word(end, "x"), fields[TABLE_OPTION + 1]);
    return hand_out(written, end, text, size);
}

const char *dom_option_values(const char *option_name) {
    const option *o = option_name == NULL ? NULL : option_called(option_name);
    return o == NULL ? NULL : o->values;
}
