import {
  Fault,
  type Method,
  type Model,
  type Network,
  printXta,
  prove,
  type Reconstruction,
  Recording,
  type Source,
  seeded,
  showStep,
  showTransformation,
  spliceTree,
  synthesise,
  type Tree,
  type UppaalSource,
  whyNotRecorded,
  writeXml,
} from "../../../src/index.ts";
import { protect, readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "../model/dialect.ts";
import { loadNetwork, refused } from "../model/load.ts";
import { writeModel } from "../model/written.ts";
import { exit, exitText, Failure } from "../process/exit.ts";
import { untilOf } from "../process/limits.ts";
import { whole } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";

/** `zonal reconstruct MODEL`: runs a model, then rebuilds the state it came to, as transformations and as a new model. */
interface Options extends DialectOptions {
  readonly random?: number;
  readonly script?: string;
  readonly seed: number;
  readonly output?: string;
  readonly timeout?: number;
  readonly json?: true;
}

export const reconstruct: Verb = {
  define(command, io, finish) {
    command
      .description(
        "Run a model and rebuild the state it came to: a short sequence of resets, delays and constraints, and a model that begins there.",
      )
      .argument("<model>", "a model in XML or XTA")
      .option("--random <n>", "take n random transitions", whole)
      .option("--seed <n>", "seed of the random transitions", whole, 1)
      .option(
        "--script <file>",
        "take the transitions of a file: a number of the list of options a line, from 1 on as in simulate; '-' asks at the terminal",
      )
      .option("-o, --output <file>", "write a model whose initialisation leads to exactly this state")
      .option("--json", "print the result as JSON (docs/schema/reconstruct.json)")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `
The new model begins with a process that restores the state; its queries speak of the time after that. Zones are compared
and the new model's initialisation is run before anything is written.

Example:
  zonal reconstruct model.xml --random 100 --seed 7 -o restored.xml
${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action(async (model: string, options: Options) => finish(await run(model, options, io)));
  },
};

async function run(path: string, options: Options, io: Io): Promise<number> {
  if (options.random !== undefined && options.script !== undefined)
    throw new Failure("give --random or --script, not both");
  if (options.output !== undefined) protect(options.output, [path]);
  const ready = loadNetwork(path, options, io);
  const wrong = refused(ready.diagnostics, ready.place, io);
  const { network, model, source } = ready;
  if (network === undefined) return wrong ?? exit.wrong;
  if (model === undefined) throw new Failure("a model in TChecker's format has no UPPAAL model to be rebuilt as");
  const why = whyNotRecorded(network);
  if (why !== undefined) throw new Failure(`this model cannot be reconstructed: ${why}`, { code: exit.inconclusive });
  const recording = await record(network, options, io);
  // Whoever types has no time limit.
  const until = options.script === "-" ? undefined : untilOf(options.timeout, io.watch.since);
  return io.watch.within(() => conclude(recording, network, model, source, options, io), until);
}

function conclude(
  recording: Recording,
  network: Network,
  model: Model,
  source: Source,
  options: Options,
  io: Io,
): number {
  const { run: recorded } = recording;
  const ways = [recording.byChains(), recording.byValues(), recording.inConstantLength()];
  const best = recording.reconstruct();
  if (options.output !== undefined) {
    if (best.plan === undefined)
      throw new Failure("the state has no reconstruction of constant length to be written as a model", {
        code: exit.inconclusive,
      });
    const { state } = recorded;
    const synthesised = synthesise(model, network, state, best.plan);
    if ("refused" in synthesised) throw new Failure(synthesised.refused, { code: exit.inconclusive });
    const proof = prove(synthesised.made, network, state, recorded.stateZone());
    if ("failed" in proof)
      throw new Error(`the synthesised model does not begin in the recorded state: ${proof.failed}`);
    if (source.format === "tck") throw new Failure("a model in TChecker's format cannot be written as an UPPAAL model");
    writeModel(options.output, ...textOf(source, synthesised.made.tree, options.output), io);
  }
  const names = ["0", ...network.clocks.slice(1).map((c) => c.name)];
  const steps = best.transformations.map((t) => showTransformation(t, names));
  if (options.json) io.out(jsonDocument("reconstruct", document(recording, ways, best.method, steps)));
  else if (options.output !== "-") io.out(report(recording, ways, steps));
  return exit.ok;
}

async function record(network: Network, options: Options, io: Io): Promise<Recording> {
  try {
    const recording = new Recording(network);
    const { run: recorded } = recording;
    if (!recorded.exists) throw new Failure("there is no initial state: an invariant forbids it");
    const random = seeded(options.seed);
    const list = (): string =>
      recorded
        .options()
        .map((o, i) => `  ${i + 1}  ${showStep(network, o.words, o.channel)}`)
        .join("\n");
    /** Counted from 1, as in `zonal simulate`. */
    const take = (n: number): boolean => {
      const chosen = recorded.options()[n - 1];
      if (chosen !== undefined) recorded.take(chosen);
      return chosen !== undefined;
    };
    for (let i = options.random ?? 0; i > 0; i--) {
      const { length } = recorded.options();
      if (length === 0) break;
      take(Math.floor(random() * length) + 1);
    }
    if (options.script === undefined) return recording;
    const interactive = options.script === "-";
    const lines = interactive ? io.lines("> ") : new TextDecoder().decode(readBytes(options.script, io)).split(/\r?\n/);
    if (interactive) io.err(`${list()}\n`);
    for await (const line of lines) {
      const word = line.replace(/#.*$/, "").trim();
      if (word === "") continue;
      if (word === "quit") break;
      if (!/^\d+$/.test(word) || !take(Number(word))) {
        const why = /^0+$/.test(word) ? "transitions are counted from 1, as in zonal simulate" : undefined;
        if (!interactive)
          throw new Failure(
            `'${word}' is not one of the transitions possible after ${recorded.transitions}${why === undefined ? "" : ` (${why})`}:\n${list()}`,
          );
        io.err(`'${word}' is not possible${why === undefined ? "" : `: ${why}`}\n`);
      }
      if (interactive) io.err(`${list()}\n`);
    }
    return recording;
  } catch (error) {
    if (error instanceof Fault) throw new Failure(`the model fails: ${error.message}`);
    throw error;
  }
}

/** The text, and the file whose encoding it gets. */
function textOf(source: UppaalSource, tree: Tree, output: string): readonly [string, UppaalSource] {
  const wantsXta = /\.(xta|ta)$/i.test(output);
  if (wantsXta !== (source.format === "xta") && output !== "-")
    return [wantsXta ? printXta(tree) : writeXml(tree), { ...source, encoding: "utf-8", bom: false }];
  return [spliceTree(source, tree), source];
}

const titles: Readonly<Record<Method, string>> = {
  chains: "use-definition chains",
  values: "value-aware",
  constant: "constant length",
};

function report(recording: Recording, ways: readonly (Reconstruction | undefined)[], steps: readonly string[]): string {
  const { run: recorded, recorded: before } = recording;
  const { network, state } = { network: recorded.network, state: recorded.state };
  const locations = network.processes.map((p, i) => `${p.name}.${p.locations[state[i]!]!.name}`).join(" ");
  const values = network.slots
    .flatMap((s, i) => (i < network.processes.length ? [] : [`${s.name}=${state[i]}`]))
    .join(" ");
  const lines = ways.flatMap((w) =>
    w === undefined ? [] : [`  ${titles[w.method].padEnd(22)} ${w.transformations.length}`],
  );
  return `${[
    `after ${recorded.transitions} transitions: ${locations}${values === "" ? "" : `  ${values}`}`,
    `transformations of the zone: ${before}`,
    ...lines,
    "the zone is rebuilt by:",
    ...steps.map((s) => `  ${s}`),
  ].join("\n")}\n`;
}

function document(
  recording: Recording,
  ways: readonly (Reconstruction | undefined)[],
  method: Method,
  steps: readonly string[],
): object {
  const { run: recorded, recorded: before } = recording;
  const { network, state } = { network: recorded.network, state: recorded.state };
  return {
    transitions: recorded.transitions,
    locations: Object.fromEntries(network.processes.map((p, i) => [p.name, p.locations[state[i]!]!.name])),
    variables: Object.fromEntries(
      network.slots.flatMap((s, i) => (i < network.processes.length ? [] : [[s.name, state[i]]])),
    ),
    recorded: before,
    kept: Object.fromEntries(ways.flatMap((w) => (w === undefined ? [] : [[w.method, w.transformations.length]]))),
    method,
    steps,
  };
}
