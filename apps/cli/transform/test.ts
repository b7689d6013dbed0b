import {
  composeTest,
  hasErrors,
  open,
  refine,
  selectProcesses,
  splitList,
  type TestNote,
  type Tree,
} from "../../../src/index.ts";
import { protectRewritten } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "../model/dialect.ts";
import { loadModel, printDiagnostics } from "../model/load.ts";
import { writeModel } from "../model/written.ts";
import { exit, exitText, Failure } from "../process/exit.ts";
import { commaList, someNames, whole } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";

/** `zonal transform test MODEL --spec S`: the test automaton of a specification, as a model for UPPAAL. */
interface Options extends DialectOptions {
  readonly spec: string;
  readonly impl?: string;
  readonly channels?: readonly string[];
  readonly variables?: readonly string[];
  readonly name?: string;
  readonly definition?: true;
  readonly edges: number;
  readonly partition?: true;
  readonly output: string;
  readonly inPlace?: true;
  readonly json?: true;
}

export const transformTest: Verb = {
  define(command, io, finish) {
    command
      .description("Add the test automaton of a specification to a model, with the query that decides trace inclusion.")
      .argument("<model>", "a model in XML or XTA; '-' is standard input")
      .requiredOption("--spec <process>", "the specification: a template, an instance, or one process as T(0)")
      .option(
        "--impl <processes>",
        "what stands beside the tester; by default the system line without the specification",
      )
      .option(
        "--channels <names>",
        "channels to watch; by default those of the specification and those that only one side of the others speaks",
        someNames,
      )
      .option(
        "--variables <names>",
        "variables that must agree; by default the global ones that both mention",
        commaList,
      )
      .option("--name <name>", "the name of the new template")
      .option(
        "--definition",
        "the construction of Bourke and Sowmya (2007) to the letter, without what makes it sound for committed implementations, urgent channels and target invariants",
      )
      .option("--edges <n>", "up to how many edges the alternatives of one channel are multiplied out", whole, 8)
      .option(
        "--partition",
        "treat channel arrays by partitions of their edges, as the report does, instead of sweeping them",
      )
      .option("-o, --output <file>", "where to write; '-' is standard output", "-")
      .option("--in-place", "allow the output to be the input")
      .option("--json", "print what was made as JSON; needs --output")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `\nExample:\n  zonal transform test gate.xml --spec Gate --impl Controller -o test.xml && zonal verify test.xml\n${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action((model: string, options: Options) => finish(run(model, options, io)));
  },
};

function run(path: string, options: Options, io: Io): number {
  protectRewritten(options, path);
  const { source, model, diagnostics, place } = loadModel(path, options, io);
  if (source.format === "tck") throw new Failure("a model in TChecker's format has no templates");
  if (model === undefined || hasErrors(diagnostics)) {
    printDiagnostics(diagnostics, place, io);
    return exit.wrong;
  }
  const made = composeTest(source, model, {
    specification: options.spec,
    ...(options.impl === undefined ? {} : { implementation: splitList(options.impl) }),
    channels: options.channels,
    variables: options.variables,
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.definition ? { definition: true } : {}),
    flip: { edges: options.edges, choices: 4096, ...(options.partition ? { partition: true } : {}) },
  });
  if ("refusal" in made) throw new Failure(made.refusal);
  writeModel(options.output, made.text, source, io);
  const notes = [...made.notes, ...determinism(source.tree, options.spec)];
  for (const { severity, message } of notes) io.err(`${severity}: ${message}\n`);
  if (options.json) {
    const { query, process, channels, variables } = made;
    io.out(
      jsonDocument("transform", { kind: "test", output: options.output, process, query, channels, variables, notes }),
    );
  } else if (options.output !== "-")
    io.err(
      `${options.output}: ${made.process} watches ${made.channels.join(", ") || "no channel"}${made.variables.length === 0 ? "" : ` and ${made.variables.join(", ")}`}; ask ${made.query}\n`,
    );
  return exit.ok;
}

/** Whether the specification is deterministic, which the tester takes for granted: it is followed by itself. */
function determinism(tree: Tree, specification: string): readonly TestNote[] {
  const { tree: alone } = selectProcesses(tree, [specification]);
  const network = alone === undefined ? undefined : open(alone).network;
  if (network === undefined) return [];
  const { outcome, notes } = refine(network, network, { maxStates: 20_000 });
  const found = notes.filter((n) => n.code === "nondeterminism" || n.code === "overlap");
  if (outcome === "unknown")
    return [
      { severity: "note", message: "whether the specification is deterministic is not known: it has too many states" },
    ];
  return found.map(
    ({ code, message }): TestNote =>
      code === "overlap"
        ? { severity: "note", message }
        : { severity: "warning", message: `the specification is not deterministic: ${message}` },
  );
}
