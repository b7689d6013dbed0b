import { verify } from "../../src/search/index.ts";
import { showVerdict } from "./compare.ts";
import { Random } from "./random-network.ts";
import {
  type ClockCompare,
  type Condition,
  type Data,
  networkOf,
  queryOf,
  type Spec,
  type SpecEdge,
  type SpecQuery,
  type Update,
} from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

/**
 * One process that goes through its locations one after the other, with a guard or two on each edge: models in which almost
 * everything is reachable and every guard counts, unlike in larger random networks. `urgent`: edges may send over an urgent
 * broadcast channel at certain clock values; `differences`: guards compare clocks with each other; `stopped`: clocks stand
 * in some locations.
 */
export const chainKinds = ["urgent", "differences", "stopped"] as const;
type ChainKind = (typeof chainKinds)[number];

interface Chain {
  readonly spec: Spec;
  readonly queries: readonly SpecQuery[];
}

/** What the two engines say differently of a chain; undefined if they agree. */
export function chainDisagreement({ spec, queries }: Chain): string | undefined {
  const network = networkOf(spec);
  for (const query of queries) {
    const asked = queryOf(spec, query);
    const [a, b] = [false, true].map((compiled) =>
      showVerdict(verify(network, asked, { compiled, knobs: { ceiling: 8 } })),
    );
    if (a !== b) return `interpreted ${a}, compiled ${b}\n${xtaOf(spec)}// ${queryTextOf(spec, query)}\n`;
  }
  return undefined;
}

export function randomChain(seed: number, kind: ChainKind): Chain {
  const random = new Random(seed);
  const clocks = random.between(2, 3);
  const length = random.between(3, 5);
  const int = (value: number): Data => ({ k: "int", value });
  const compare = (isDifference: boolean): ClockCompare => {
    const left = random.between(1, clocks);
    return {
      k: "clock",
      left,
      right: isDifference ? (left % clocks) + 1 : 0,
      op: random.pick(["<", "<=", "==", ">=", ">"] as const),
      bound: int(isDifference ? random.between(-3, 3) : random.between(0, 4)),
    };
  };
  const guard = (): Condition[] => {
    const made: Condition[] = [];
    while (random.chance(0.6) && made.length < 2) made.push(compare(kind === "differences" && random.chance(0.5)));
    return made;
  };
  const edge = (source: number): SpecEdge => {
    const update: Update[] = [];
    for (let clock = 1; clock <= clocks; clock++)
      if (random.chance(0.2)) update.push({ k: "reset", clock, value: int(random.chance(0.2) ? 2 : 0) });
    const sends = kind === "urgent" && random.chance(0.6);
    return {
      source,
      target: source + 1,
      guard: guard(),
      ...(sends ? { sync: { channel: 0, direction: "!", index: int(0) } } : {}),
      update,
    };
  };
  const edges: SpecEdge[] = [];
  for (let l = 0; l + 1 < length; l++) {
    edges.push(edge(l));
    if (random.chance(0.4)) edges.push(edge(l));
  }
  if (random.chance(0.3)) edges.push({ ...edge(length - 2), source: length - 1, target: random.below(length) });
  const invariant = (): Condition[] =>
    random.chance(0.25) ? [{ ...compare(false), op: random.pick(["<", "<="] as const), bound: int(3) }] : [];
  const locations = Array.from({ length }, (_, l) => ({
    name: `l${l}`,
    urgent: false,
    committed: false,
    invariant: invariant(),
    ...(kind === "stopped" && random.chance(0.5) ? { stopped: [{ clock: random.between(1, clocks) }] } : {}),
  }));
  const spec: Spec = {
    clocks: Array.from({ length: clocks }, (_, i) => ({ name: `x${i}`, initial: 0 })),
    ints: [],
    channels: [{ name: "u", broadcast: true, urgent: true, priority: 0, size: 1 }],
    priorities: false,
    processes: [{ name: "P", initial: 0, priority: 0, locations, edges }],
    before: [],
    after: [],
  };
  const at = (location: number) => ({ k: "location", process: 0, location }) as const;
  const last = at(length - 1);
  const any = () => compare(kind === "differences" && random.chance(0.5));
  // Inside a disjunction time passes from one part to the other.
  const either = () => ({ k: "or", a: any(), b: any() }) as const;
  const queries: SpecQuery[] = [
    { kind: "E<>", formula: { k: "and", a: last, b: compare(kind === "differences") } },
    { kind: "A[]", formula: { k: "or", a: { k: "not", a: last }, b: compare(false) } },
    { kind: "A<>", formula: last },
    { kind: "A<>", formula: any() },
    { kind: "A<>", formula: { k: "and", a: any(), b: any() } },
    { kind: "E[]", formula: any() },
    { kind: "E[]", formula: { k: "or", a: any(), b: at(random.below(length)) } },
    { kind: "E[]", formula: either() },
    { kind: "E[]", formula: { k: "or", a: at(0), b: either() } },
    { kind: "-->", left: at(1), right: { k: "and", a: last, b: any() } },
    // A location that cannot be left in time is not left at all.
    ...locations.slice(1).map((_, l): SpecQuery => ({ kind: "-->", left: at(l), right: at(l + 1) })),
    { kind: "-->", left: any(), right: { k: "or", a: any(), b: last } },
    { kind: "-->", left: at(random.below(length)), right: { k: "and", a: any(), b: any() } },
    ...locations.map(
      (_, l): SpecQuery => ({
        kind: "bounds",
        predicate: at(l),
        terms: Array.from({ length: clocks }, (_, i) => ({ k: "clock", clock: i + 1 })),
      }),
    ),
  ];
  return { spec, queries };
}
