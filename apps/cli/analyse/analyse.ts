import type { Io } from "../io/io.ts";
import { type DialectOptions, dialectOption, oldOption } from "../model/dialect.ts";
import { exitText, Failure } from "../process/exit.ts";
import { untilOf } from "../process/limits.ts";
import { list, whole } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";

/** `zonal analyse FACTS MODEL`: facts about a model without exploring it. Each kind of facts has a file of its own. */
export interface AnalyseOptions extends DialectOptions {
  readonly queries?: string;
  readonly formula?: readonly string[];
  readonly explain?: string;
  readonly limit?: number;
  readonly timeout?: number;
  readonly json?: true;
}

type Run = (model: string, options: AnalyseOptions, io: Io) => number;

const kinds: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<Run> }>> = {
  live: {
    about: "which variables and clocks matter at each location",
    load: async () => (await import("./live.ts")).analyseLive,
  },
  cycles: {
    about: "which cycles can be accelerated, and why not",
    load: async () => (await import("./cycles.ts")).analyseCycles,
  },
  symmetry: {
    about: "which scalar sets are interchangeable, and why not",
    load: async () => (await import("./symmetry.ts")).analyseSymmetry,
  },
};

export const analyse: Verb = {
  define(command, io, finish) {
    command
      .description("Tell facts about a model without exploring its states.")
      .argument(
        "<facts>",
        Object.entries(kinds)
          .map(([name, { about }]) => `${name}: ${about}`)
          .join("; "),
      )
      .argument("[model]", "a model in XML, XTA or .tck; '-' is standard input")
      .option("-q, --queries <file>", "queries that look at variables; without it, those in the model")
      .option("-e, --formula <text>", "a query that looks at variables; may be given several times", list)
      .option("--explain <variable@location>", "live: print the chain of uses that makes it matter there, as x@P.idle")
      .option("--limit <n>", "cycles: look at no more cycles of a process (1000)", whole)
      .option("--json", "print JSON (docs/schema/live.json for live, cycles.json for cycles)")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `\nExamples:\n  zonal analyse live model.xml\n  zonal analyse live model.xml --explain n@Train(1).Appr\n${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action(async (facts: string, model: string | undefined, options: AnalyseOptions) => {
        const kind = Object.hasOwn(kinds, facts) ? kinds[facts] : undefined;
        if (kind === undefined)
          throw new Failure(`there are no facts '${facts}'`, {
            hint: `there are ${Object.keys(kinds).join(", ")}, as in 'zonal analyse live MODEL'`,
          });
        if (model === undefined)
          throw new Failure("there is no model to tell about", { hint: `write 'zonal analyse ${facts} MODEL'` });
        const tell = await kind.load();
        const until = untilOf(options.timeout, io.watch.since);
        finish(io.watch.within(() => tell(model, options, io), until));
      });
  },
};
