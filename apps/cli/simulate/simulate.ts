import { decode, Fault, seeded } from "../../../src/index.ts";
import { readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "../model/dialect.ts";
import { loadNetwork, type Ready, refused } from "../model/load.ts";
import { report } from "../model/report.ts";
import { exit, exitText, Failure, Unheard } from "../process/exit.ts";
import { whole } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";
import { commands, Session } from "./session.ts";

/** `zonal simulate MODEL`: step by step in the terminal, by a script, or at random. */
interface Options extends DialectOptions {
  readonly script?: string;
  readonly random?: number;
  readonly seed: number;
  readonly symbolic?: true;
  readonly concrete?: true;
  readonly json?: true;
}

export const simulate: Verb = {
  define(command, io, finish) {
    command
      .description("Run a model step by step: at the prompt, by a script of the same commands, or at random.")
      .argument("<model>", "a model in XML, XTA or .tck")
      .option("--script <file>", "read commands from a file, one a line; '-' is standard input")
      .option("--random <n>", "take n random steps and print what happened", whole)
      .option("--seed <n>", "seed of the random steps", whole, 1)
      .option("--symbolic", "states are sets of clock values (the default)")
      .option("--concrete", "states have exact clock values; time passes by 'delay'")
      .option("--json", "print the last state and what happened as JSON (docs/schema/simulate.json)")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `
Commands:
${commands}
Examples:
  zonal simulate model.xml
  zonal simulate model.xml --concrete --random 20 --seed 7
${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action(async (model: string, options: Options) => finish(await run(model, options, io)));
  },
};

async function run(path: string, options: Options, io: Io): Promise<number> {
  if (options.symbolic && options.concrete) throw new Failure("give --symbolic or --concrete, not both");
  if (options.script !== undefined && options.random !== undefined)
    throw new Failure("give --script or --random, not both");
  if (path === "-" && options.random === undefined && (options.script ?? "-") === "-")
    throw new Failure("standard input cannot be both the model and the commands");
  const ready = loadNetwork(path, options, io);
  const wrong = refused(ready.diagnostics, ready.place, io);
  if (ready.network === undefined) return wrong ?? exit.wrong;
  const session = start(ready, options);
  if (session.isEmpty) throw new Failure("there is no initial state: an invariant forbids it");
  const code = await converse(session, ready, options, io);
  if (options.json) io.out(jsonDocument("simulate", session.json()));
  return code;
}

function start({ network, texts }: Ready, options: Options): Session {
  try {
    return new Session(network as NonNullable<typeof network>, texts, {
      concrete: options.concrete === true,
      random: seeded(options.seed),
    });
  } catch (error) {
    if (error instanceof Fault) throw new Failure(`the model fails in its first state: ${error.message}`);
    throw error;
  }
}

/** Carries out commands until the end; in a script or a random run the first that fails ends it. */
async function converse(session: Session, ready: Ready, options: Options, io: Io): Promise<number> {
  const say = (text: string): void => {
    if (!options.json) io.out(text);
    if (io.isUnheard?.()) throw new Unheard();
  };
  const obey = (line: string): "on" | "failed" | "quit" => {
    const { text, failed, quit, obstacles } = session.run(line);
    if (failed) io.err(text);
    else say(text);
    for (const { message, origin, kind } of obstacles ?? []) {
      if (origin.file !== "query" && origin.end > origin.start)
        say(
          report({ code: kind, severity: "warning", span: origin, message }, ready.place, io.colorOut)
            .split("\n")
            .slice(1)
            .join("\n"),
        );
    }
    return failed ? "failed" : quit ? "quit" : "on";
  };
  if (options.random !== undefined) {
    for (let i = 0; i < options.random; i++) {
      const { failed, text } = session.run("random");
      // A run that ends early is no error: it is what the model does.
      if (failed && /^the model fails/.test(text)) return obey("random") === "failed" ? exit.wrong : exit.ok;
      if (failed) break;
    }
    if (options.random > 0) obey("trace");
    obey("show");
    return exit.ok;
  }
  if (options.script !== undefined && options.script !== "-") {
    for (const line of decode(readBytes(options.script, io)).text.split(/\r?\n/)) {
      if (line.replace(/#.*$/, "").trim() === "") continue;
      const state = obey(line);
      if (state !== "on") return state === "quit" ? exit.ok : exit.wrong;
    }
    return exit.ok;
  }
  say(session.show());
  for await (const line of io.lines("> ")) {
    if (line.replace(/#.*$/, "").trim() === "" && options.script === "-") continue;
    const state = obey(line);
    if (state === "quit") return exit.ok;
    if (state === "failed" && options.script === "-") return exit.wrong;
  }
  return exit.ok;
}
