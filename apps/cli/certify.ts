import { certify as check } from "../certify/certify.ts";
import { exitOf, jsonOf, textOf } from "../certify/report.ts";
import { Failure } from "./exit.ts";
import { readBytes } from "./files.ts";
import type { Io } from "./io.ts";
import type { Verb } from "./run.ts";

/** `zonal certify MODEL FILE...`: has certificates checked by the program that shares nothing with the search (`apps/certify`). */
interface Options {
  readonly json?: true;
}

export const certify: Verb = {
  define(command, io, finish) {
    command
      .description("Check certificates: whether what they claim about a query follows for this model.")
      .argument("<model>", "the model that was verified, byte for byte; '-' is standard input")
      .argument("<certificates...>", "files that 'zonal verify --certificate' wrote")
      .option("--json", "print one JSON document (docs/schema/certify.json)")
      .addHelpText(
        "after",
        `
The checker is a program of its own, also installed as 'zonal-certify'; it shares only the reading of models with the rest.

Examples:
  zonal certify model.xml proof.cert
  zonal certify model.xml proofs/*.cert --json

Exit codes:
  0    every claim is proved
  1    a claim does not follow
  2    wrong usage, unreadable file, or no certificate for this model
  3    inconclusive: about something that is not judged, or a limit was reached
  4    a fault of zonal itself
`,
      )
      .action(async (model: string, files: readonly string[], options: Options) =>
        finish(await run(model, files, options, io)),
      );
  },
};

async function run(model: string, files: readonly string[], options: Options, io: Io): Promise<number> {
  if ([model, ...files].filter((path) => path === "-").length > 1)
    throw new Failure("standard input can be read only once");
  const bytes = readBytes(model, io);
  const all = files.map((file) => {
    const since = io.now();
    const judgement = check(bytes, model, readBytes(file, io));
    const judged = { file, ...judgement, seconds: (io.now() - since) / 1000 };
    if (!options.json) io.out(textOf(judged));
    return judged;
  });
  if (options.json) io.out((await import("./json.ts")).jsonDocument("certify", jsonOf(model, all)));
  return exitOf(all);
}
