import { AlgebraError, check, enableInputs, makeTest, open, parseAction, printXta, read } from "../../src/index.ts";
import type { Network } from "../../src/network/index.ts";
import { allActions, differences, Side } from "./oracle.ts";
import { clocks, data, Random, randomSpec } from "./random-spec.ts";

/** One random specification held against Definition 3.2 at random valuations. */
const samples = 6;

interface Outcome {
  readonly refused: string | undefined;
  readonly faults: readonly string[];
}

function networkOf(text: string): Network {
  const { network, diagnostics } = open(text);
  if (network === undefined) throw new Error(`${diagnostics.find((d) => d.severity === "error")?.message}\n${text}`);
  return network;
}

/** The same locations with the loops alone that make a specification input-enabled; or why there are none. */
function loopsOf(text: string): Network | string {
  const source = read(text);
  if (source.format === "tck") throw new Error("no UPPAAL model");
  const model = check(source.tree);
  const { node } = model.templates[0]!;
  try {
    const made = enableInputs(model, model.templates[0]!, ["c", "d", "e"].map(parseAction));
    const edges = made.edges.filter((e) => !node.edges.includes(e));
    return networkOf(printXta({ ...source.tree, templates: [{ ...made, edges }] }));
  } catch (error) {
    if (error instanceof AlgebraError) return error.message;
    throw error;
  }
}

/** Input enabling: an input has a loop exactly where no edge takes it into a location whose invariant holds. */
export function examineLoops(seed: number): Outcome {
  const text = randomSpec(seed);
  const made = loopsOf(text);
  if (typeof made === "string") return { refused: made, faults: [] };
  const network = networkOf(text);
  const [spec, loops] = [new Side(network), new Side(made)];
  const inputs = allActions(network).filter((a) => a.endsWith("?"));
  const r = new Random(seed + 9_000_000);
  const faults: string[] = [];
  const locations = network.processes[0]!.locations.map((l) => l.name);
  for (const location of locations)
    for (let n = 0; n < samples; n++) {
      const at = valuation(r, location);
      const holds = (name: string): boolean => {
        spec.enter({ ...at, location: name });
        return spec.invariant();
      };
      let taken: ReadonlySet<string>;
      try {
        if (!holds(location)) continue;
        const fitting = new Set(locations.filter(holds));
        spec.enter(at);
        taken = spec.actions((target) => fitting.has(target));
      } catch {
        continue;
      }
      loops.enter(at);
      const looped = loops.actions(() => true);
      for (const a of inputs)
        if (looped.has(a) === taken.has(a))
          faults.push(`${location}: ${a} is ${taken.has(a) ? "taken and looped" : "lost"} at ${JSON.stringify(at)}`);
    }
  return { refused: undefined, faults };
}

function valuation(r: Random, location: string) {
  return {
    location,
    data: Object.fromEntries(data.map(({ name, low, high }) => [name, low + r.below(high - low + 1)])),
    clocks: Object.fromEntries(clocks.map((name) => [name, r.below(9)])),
  };
}

/** The tester of a specification as a network, printed and read again; undefined with a reason if it is refused. */
function testerOf(text: string, partition: boolean): { readonly network: Network; readonly error: string } | string {
  const source = read(text);
  if (source.format === "tck") throw new Error("no UPPAAL model");
  const model = check(source.tree);
  const made = makeTest(model, model.templates[0]!, {
    definition: true,
    flip: { edges: 8, choices: 256, partition },
    channels: model.variables.filter((v) => !v.constant),
  });
  if ("refusal" in made) return made.refusal;
  const tree = {
    ...source.tree,
    templates: [made.template],
    system: { start: 0, end: 0, groups: [[made.template.name]] },
  };
  return { network: networkOf(printXta(tree)), error: made.error };
}

export function examine(seed: number, partition = false): Outcome {
  const text = randomSpec(seed);
  const made = testerOf(text, partition);
  if (typeof made === "string") return { refused: made, faults: [] };
  const network = networkOf(text);
  const spec = new Side(network);
  const tester = new Side(made.network);
  const actions = allActions(network);
  const r = new Random(seed + 7_000_000);
  const faults: string[] = [];
  for (const { name: location } of network.processes[0]!.locations) {
    for (let n = 0; n < samples; n++) {
      const at = valuation(r, location);
      for (const fault of differences(spec, tester, actions, at, made.error) ?? [])
        faults.push(`${fault} at ${JSON.stringify(at)}`);
    }
  }
  return { refused: undefined, faults };
}
