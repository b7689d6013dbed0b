import { findJumps, findSymmetry, type Jump } from "../../analysis/index.ts";
import { instantiateQuery, type NetworkQuery } from "../../network/index.ts";
import { Meter } from "../../search/index.ts";
import type { Facts } from "../facts.ts";
import type { Found, Rule } from "../rule.ts";

/** What makes searches longer than they need be, as the network shows it. */
export const networkRules: readonly Rule[] = [
  {
    id: "symmetric-processes",
    severity: "note",
    kind: "network",
    title: "processes that only a number tells apart, and no scalar set says so",
    explanation:
      "They may be exchanged with each other. Zonal finds that by itself; UPPAAL uses it only where the type is a scalar set. 'zonal transform symmetry' writes it.",
    wrong:
      "typedef int[1,3] «id_t»; int[0,3] who; process P(const id_t i) { state S, T; init S; trans S -> T { guard who == 0; assign who = i; }, T -> S { assign who = 0; }; } system P;",
    right:
      "typedef scalar[3] id_t; bool free = true; process P(const id_t i) { state S, T; init S; trans S -> T { guard free; assign free = false; }, T -> S { assign free = true; }; } system P;",
    check: (facts) => symmetric(facts),
  },
  {
    id: "busy-wait",
    severity: "note",
    kind: "network",
    title: "a short round that is repeated while another clock runs far",
    explanation:
      "A search goes round as often as fits into the long time. 'zonal accelerate' appends a cycle that stands for many rounds; Zonal's own search jumps over them.",
    wrong:
      "clock x, y; process P() { state S { x <= 2 }, T; init S; trans «S -> S { guard x >= 1; assign x = 0; }», S -> T { guard y >= 10000; }; } system P;\n---\nE<> P.T",
    right:
      "clock x, y; process P() { state S { x <= 2 }, T; init S; trans S -> S { guard x >= 1; assign x = 0; }, S -> T { guard y >= 10; }; } system P;\n---\nE<> P.T",
    check: (facts) => busyWaits(facts),
  },
];

function* symmetric(facts: Facts): Generator<Found> {
  const network = facts.made?.network;
  if (network === undefined) return;
  for (const { name, origin, used, size, copies, classes } of findSymmetry(network).found) {
    const isWhole = classes.some((elements) => elements.length === size);
    if (origin !== "detected" || used !== "permutations" || copies !== undefined || size < 3 || !isWhole) continue;
    const declared = [...facts.model.symbols.values()].find(
      (symbol) => symbol.kind === "typename" && symbol.name === name,
    );
    const span = declared?.span ?? facts.model.tree.system;
    if (span !== undefined)
      yield { span, message: `the ${size} elements of '${name}' are interchangeable; a scalar set would say so` };
  }
}

/** As many times longer than the round as the long time must be. */
const MANY = 1000;

function* busyWaits(facts: Facts): Generator<Found> {
  const { made } = facts;
  if (made === undefined) return;
  const told = new Set<number>();
  const meter = new Meter(facts.limits);
  for (const { checked } of facts.queries) {
    if (meter.isOver) return;
    const query: NetworkQuery | undefined = checked && instantiateQuery(made, checked, "").query;
    if (query === undefined || (query.kind !== "E<>" && query.kind !== "A[]")) continue;
    for (const jump of findJumps(made.network, { limit: 50, worth: { query, times: MANY } })) {
      const { origin } = jump.edges[0]!;
      if (told.has(origin.start)) continue;
      told.add(origin.start);
      yield {
        span: origin,
        message: `a round of ${lasts(jump)} is repeated while another clock runs ${MANY} times as long`,
      };
    }
  }
}

function lasts({ window: { lower, upper } }: Jump): string {
  return lower.value === upper.value ? `${lower.value}` : `${lower.value} to ${upper.value}`;
}
