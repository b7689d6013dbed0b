import {
  type AccelerateOptions,
  type Acceleration,
  accelerate,
  acceleratedQuery,
  check,
  findJumps,
  hasErrors,
  instantiate,
  open,
  read,
  type UppaalSource,
  type Verdict,
  verify,
} from "../../src/index.ts";

type Values = NonNullable<Verdict["values"]>[number]["intervals"] | string;

/** Models to accelerate, from text, and answers before and after. */
export interface Pair {
  readonly text: string;
  readonly result: Acceleration;
  readonly original: (query: string) => Verdict["outcome"];
  /** In the accelerated model, with new locations left out. */
  readonly changed: (query: string) => Verdict["outcome"];
  /** All values of a clock in states of an old location, by `bounds`, before and after. */
  readonly values: (query: string) => { readonly before: Values; readonly after: Values };
  /** How many cycles a search of the original can jump over. */
  readonly jumps: number;
  /** By a search of the original that jumps over rounds; a trace must be one of the original. */
  readonly jumped: (query: string) => Verdict;
}

// Small models: the interpreter answers sooner than code is compiled. What jumps is compiled.
const plain = { maxStates: 200_000, acceleration: false, compiled: false } as const;

export function accelerated(text: string, options: AccelerateOptions = {}): Pair {
  const source = read(text, { name: text.trimStart().startsWith("<") ? "model.xml" : "model.xta" }) as UppaalSource;
  const model = check(source.tree);
  if (hasErrors([...source.diagnostics, ...model.diagnostics]))
    throw new Error(`${JSON.stringify([...source.diagnostics, ...model.diagnostics])}\n${text}`);
  const { made } = instantiate(model);
  if (made === undefined) throw new Error("cannot be instantiated");
  const result = accelerate(source, made, options);
  const first = open(text, { name: source.name });
  const second = open(result.text, { name: source.name });
  return {
    text,
    result,
    original: (query) => first.verify(query, plain).outcome,
    values: (query) => ({
      before: valuesOf(first.verify(query, plain)),
      after: valuesOf(second.verify(query, plain)),
    }),
    jumps: findJumps(made.network, { limit: 1000 }).length,
    jumped: (query) => first.verify(query, { maxStates: 200_000, acceleration: true, trace: "some" }),
    changed: (query) => {
      const asked = acceleratedQuery(second.query(query).query!, made.network, second.network!);
      if ("reason" in asked) throw new Error(asked.reason);
      return verify(second.network!, asked, plain).outcome;
    },
  };
}

function valuesOf({ values, outcome, reason }: Verdict): Values {
  return values === undefined || outcome !== "satisfied" ? `${outcome}: ${reason}` : values[0]!.intervals;
}

/** Figure 1 of the paper. */
export function figure1(large: number): string {
  return `clock y, z;
process P() {
  state L3, L2 { y <= 5 }, L0 { y <= 2 }, L1 { y <= 4 }, L4;
  init L3;
  trans L3 -> L2 { guard y > 3; },
        L2 -> L0 { guard y >= 3; assign y = 0; },
        L0 -> L1 { assign y = 0; },
        L1 -> L2 { guard y >= 1; },
        L0 -> L4 { guard z >= ${large}; };
}
system P;
`;
}
