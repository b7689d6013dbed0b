import type { CheckedTemplate, LocationSymbol } from "../../model/index.ts";
import type { Edge, Location } from "../../syntax/index.ts";
import { clockComparisons, isUpper } from "../condition.ts";
import type { Facts } from "../facts.ts";
import { type Arc, guardsOf, syncOf } from "../graph.ts";
import type { Found, Rule } from "../rule.ts";

/** The shape of a template: what its arrows alone say, whatever guards and others do. */
export const shapeRules: readonly Rule[] = [
  {
    id: "no-way-in",
    severity: "warning",
    kind: "tree",
    title: "a location that no edges lead to from the initial one",
    explanation: "Whatever the guards are, it is never reached: an edge is missing or points elsewhere.",
    wrong: "process P() { state S, «T»; init S; trans T -> S { }; } system P;",
    right: "process P() { state S, T; init S; trans S -> T { }, T -> S { }; } system P;",
    *check(facts) {
      for (const template of facts.model.templates) {
        const { reached } = facts.graph(template);
        for (const location of template.locations)
          if (!reached.has(location.index))
            yield {
              span: placeOf(location),
              message: `no edges lead to ${called(location)} from the initial location`,
            };
      }
    },
  },
  {
    id: "no-way-out",
    severity: "warning",
    kind: "tree",
    title: "a location without a way out in which time cannot go on",
    explanation:
      "It is urgent or has an invariant that ends, and no edge leaves it: whoever comes there stops time for the whole system. A committed location that everything is to end in says that it is meant.",
    wrong: "clock x; process P() { state S, «T» { x <= 5 }; init S; trans S -> T { assign x = 0; }; } system P;",
    right: "clock x; process P() { state S, T; init S; trans S -> T { guard x <= 5; }; } system P;",
    *check(facts) {
      for (const template of facts.model.templates)
        for (const location of template.locations)
          if (
            stopsTime(facts, location.node) &&
            !template.edges.some((e) => !e.fromBranch && e.source === location.index)
          )
            yield {
              span: placeOf(location),
              message: `no edge leaves ${called(location)}, and time cannot go on there`,
            };
    },
  },
  {
    id: "committed-loop",
    severity: "warning",
    kind: "tree",
    title: "a round through committed locations only, without a guard",
    explanation: "It can go on for ever while no time passes and nobody else moves.",
    wrong:
      "process P() { state S, A, B; commit A, B; init S; trans S -> A { }, «A -> B { }», B -> A { }, B -> S { }; } system P;",
    right:
      "int n; process P() { state S, A, B; commit A, B; init S; trans S -> A { assign n = 0; }, A -> B { guard n < 3; assign n++; }, B -> A { guard n < 3; }, B -> S { }; } system P;",
    *check(facts) {
      for (const template of facts.model.templates) {
        const isCommitted = (index: number): boolean => template.locations[index]?.node.committed === true;
        const isFree = (arc: Arc): boolean =>
          isCommitted(arc.from) && isCommitted(arc.to) && guardsOf(arc).length === 0 && syncOf(arc) === undefined;
        const round = facts.graph(template).cycle(isFree);
        if (round !== undefined)
          yield { span: round[0]!.parts[0]!.node, message: `${rounds(template, round)} is a round that takes no time` };
      }
    },
  },
  {
    id: "zeno-loop",
    severity: "note",
    kind: "tree",
    title: "a round that can be taken for ever while no time passes, in a model that is asked about liveness",
    explanation:
      "Each of its edges is without a guard and a partner. A run may stay in it, so 'A<>' and '-->' fail where nobody would expect it. Give it a clock that must grow, and reset it.",
    wrong: "process P() { state S, T; init S; trans «S -> S { }», S -> T { }; } system P;\n---\nA<> P.T",
    right:
      "clock x; process P() { state S { x <= 1 }, T; init S; trans S -> S { guard x >= 1; assign x = 0; }, S -> T { }; } system P;\n---\nA<> P.T",
    *check(facts) {
      const isLiveness = facts.queries.some(({ entry: { query } }) => query?.kind === "A<>" || query?.kind === "-->");
      if (!isLiveness) return;
      for (const template of facts.model.templates) {
        const isFree = (arc: Arc): boolean =>
          guardsOf(arc).length === 0 && syncOf(arc) === undefined && !isClosed(template, arc);
        const round = facts.graph(template).cycle(isFree);
        if (round !== undefined)
          yield {
            span: round[0]!.parts[0]!.node,
            message: `${rounds(template, round)} can go on for ever while no time passes`,
          };
      }
    },
  },
  {
    id: "duplicate-edge",
    severity: "warning",
    kind: "tree",
    title: "two edges with the same ends and the same labels",
    explanation: "The second adds no behaviour: it was copied, and one of the two was meant to differ.",
    wrong:
      "int n; process P() { state S, T; init S; trans S -> T { guard n == 0; }, «S -> T { guard n == 0; }»; } system P;",
    right:
      "int n; process P() { state S, T; init S; trans S -> T { guard n == 0; }, S -> T { guard n == 1; }; } system P;",
    *check(facts) {
      for (const { edges } of facts.model.templates) {
        const seen = new Set<string>();
        for (const { node, fromBranch, toBranch } of edges) {
          const key = keyOf(facts, node);
          // Two branches alike weigh twice.
          if (seen.has(key) && !fromBranch && !toBranch)
            yield { span: node, message: "another edge has the same ends and the same labels" };
          seen.add(key);
        }
      }
    },
  },
  {
    id: "names-differ-in-case",
    severity: "warning",
    kind: "tree",
    title: "two locations of a template whose names differ in capital letters only",
    explanation: "Queries and guards that name one are easily read as the other.",
    wrong: "process P() { state Idle, «idle»; init Idle; trans Idle -> idle { }; } system P;",
    right: "process P() { state Idle, Busy; init Idle; trans Idle -> Busy { }; } system P;",
    *check({ model }) {
      for (const { locations } of model.templates)
        yield* collisions(locations.filter(({ node }) => node.name !== undefined));
    },
  },
  {
    id: "urgent-invariant",
    severity: "note",
    kind: "tree",
    title: "an upper bound on a clock in a location where no time passes",
    explanation:
      "The location is urgent or committed: the invariant can only forbid coming there. A guard on the edges says so more plainly.",
    wrong:
      "clock x; process P() { state S, T { «x <= 5» }, U; urgent T; init S; trans S -> T { }, T -> U { }; } system P;",
    right:
      "clock x; process P() { state S, T, U; urgent T; init S; trans S -> T { guard x <= 5; }, T -> U { }; } system P;",
    *check(facts) {
      for (const { locations } of facts.model.templates)
        for (const { node } of locations)
          if ((node.urgent || node.committed) && isBounded(facts, node) && node.invariant !== undefined)
            yield {
              span: node.invariant.value,
              message: "no time passes in this location: its invariant can only forbid coming there",
            };
    },
  },
];

/** The name of a location, or the whole where it has none. */
export function placeOf({ node }: LocationSymbol): Location | NonNullable<Location["name"]> {
  return node.name ?? node;
}

export function called({ name, node }: LocationSymbol): string {
  return node.name === undefined ? "this location" : `'${name}'`;
}

/** Whether an invariant ends the time that can be spent in a location. */
function isBounded(facts: Facts, { invariant }: Location): boolean {
  if (invariant === undefined) return false;
  return clockComparisons(invariant.value, facts.tables).some(({ op, clock }) => isUpper(op) && facts.isSteady(clock));
}

function stopsTime(facts: Facts, node: Location): boolean {
  return !node.committed && (node.urgent || isBounded(facts, node));
}

/** An arc into a location that may be forbidden to come to. */
function isClosed({ locations }: CheckedTemplate, { to }: Arc): boolean {
  return locations[to]?.node.invariant !== undefined;
}

function rounds({ locations }: CheckedTemplate, round: readonly Arc[]): string {
  return [...round.map(({ from }) => from), round[0]!.from].map((i) => locations[i]?.name ?? "").join(" -> ");
}

function keyOf(
  { text }: Facts,
  { source, target, select, guard, sync, update, probability, controllable }: Edge,
): string {
  const label = (node: { readonly start: number; readonly end: number } | undefined): string =>
    node === undefined ? "" : text.slice(node.start, node.end).replace(/\s+/g, " ").trim();
  return [source.name, target.name, controllable, ...[select, guard, sync, update, probability].map(label)].join("\0");
}

interface Named {
  readonly name: string;
  readonly span: { readonly start: number; readonly end: number };
}

function* collisions(symbols: readonly Named[]): Generator<Found> {
  const seen = new Map<string, string>();
  for (const { name, span } of symbols) {
    const other = seen.get(name.toLowerCase());
    if (other !== undefined && other !== name)
      yield { span, message: `'${name}' and '${other}' differ in capital letters only` };
    seen.set(name.toLowerCase(), name);
  }
}
