/** Why UPPAAL has a rule, for codes whose family has other reasons. */
export const reasons: Readonly<Record<string, string>> = {
  "not-a-probability":
    "The branches of a step share its probability by their weights: numbers that are not below zero, and no conditions.",
  "mixed-synchronisation":
    "With marks a sender meets a receiver; without them edges meet as in CSP, where nobody sends. One model has one of the two meanings, and a channel without a mark is nearly always a mark forgotten.",
  "progress-guard": "A progress measure counts only in states where its guard holds, so that this is a condition.",
  "progress-measure":
    "What the measure has left behind may be forgotten by the search: what is measured must have an order.",
  "strict-invariant":
    "UPPAAL's runs may come as near to the bound as they like without a last moment: an edge that is to be taken at the bound is never forced.",
  "no-effect": "An update is there to change something: what only computes was often meant as an assignment.",
  "urgent-clock-guard":
    "On an urgent channel no time passes while the edge can be taken. A bound on a clock would make that depend on the moment, and zones have no first one where it begins to hold strictly.",
  "urgent-strict-bound":
    "No time may pass once the edge can be taken, and behind a strict bound there is no first moment at which it can.",
  "shadowed-name":
    "The nearest declaration counts: guard and update look at the value selected, and not at what the name meant before.",
  "input-to-branch":
    "A broadcast is never refused: whoever can receive it does, and where that leads is decided by weights without its being asked.",
  "side-effect":
    "Guards, invariants and queries are looked at any number of times, in states that may never come about: looking must change nothing.",
  "not-assignable":
    "Only variables, their elements and fields hold a value that can be replaced; constants are computed once.",
  "channel-expected":
    "Processes meet on channels only: what is sent with a synchronisation is written to variables by its update.",
  "index-type": "Each element has one index: an array over scalars knows no numbers, and one over numbers no clocks.",
  "not-computable": "Sizes, ranges and first values are fixed before the system runs, when only constants are known.",
  "loop-range": "`for (i : T)` goes through all values of a type, which must be finitely many and few.",
  "type-depth":
    "A type is taken apart in many places; one that is nested so deeply was made by a program that went wrong.",
  "duplicate-parameter": "The second hides the first, which no argument can then be seen by.",
  "symbolic-clock-term":
    "Zones are sets of bounds on clocks and on their differences: what else is said of clocks can only be asked of runs.",
  "blocked-start": "All clocks begin at 0, where the invariant must hold already: otherwise there is no first state.",
  "deprecated-reset": "UPPAAL gave this name a meaning of its own for strategies, and advises against it.",
  "not-dynamic": "Only processes that come and go are counted; how many of the others there are is on the system line.",
  "exit-not-dynamic": "A process of the system line is there for ever.",
};
