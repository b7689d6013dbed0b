import { type CertifyOptions, certifyParts } from "../certify/certify.ts";
import { exitOf, type Judged, jsonOf, textOf } from "../certify/report.ts";
import { readBytes, readParts } from "./io/files.ts";
import type { Io } from "./io/io.ts";
import { startAlarm } from "./process/alarm.ts";
import { Failure } from "./process/exit.ts";
import { untilOf } from "./process/limits.ts";
import { atLeastOne } from "./process/numbers.ts";
import type { Verb } from "./process/run.ts";
import { Exceeded, type Until } from "./process/watch.ts";

/**
 * `zonal certify MODEL FILE...`: has certificates checked by the program that shares nothing with the search (`apps/certify`).
 */
interface Options {
  readonly json?: true;
  readonly threads: number;
  readonly spec?: string;
  readonly timeout?: number;
}

export const certify: Verb = {
  limits: "own",
  define(command, io, finish) {
    command
      .description("Check certificates: whether what they claim about a query follows for this model.")
      .argument("<model>", "the model that was verified, byte for byte; '-' is standard input")
      .argument("<certificates...>", "files that 'zonal verify --certificate' or 'zonal refine --certificate' wrote")
      .option("--threads <n>", "judge members with so many threads; what is told is the same", atLeastOne, 1)
      .option("--spec <model>", "the specification's model, for a refinement between two files")
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
  if ([model, ...files, options.spec].filter((path) => path === "-").length > 1)
    throw new Failure("standard input can be read only once");
  const until = untilOf(options.timeout, io.watch.since);
  io.watch.stage("checking certificates");
  const bytes = readBytes(model, io);
  const other = options.spec === undefined ? undefined : { model: readBytes(options.spec, io), name: options.spec };
  const all: Judged[] = [];
  for (const file of files) {
    const judged = await judge(
      bytes,
      model,
      file,
      { threads: options.threads, ...(other && { specification: other }) },
      until,
      io,
    );
    if (!options.json) io.out(textOf(judged));
    all.push(judged);
  }
  if (options.json) io.out((await import("./io/json.ts")).jsonDocument("certify", jsonOf(model, all)));
  return exitOf(all);
}

/** Threads are ended when the time is over, and so is whatever goes on here. */
async function judge(
  bytes: Uint8Array,
  model: string,
  file: string,
  options: Pick<CertifyOptions, "threads" | "specification">,
  until: Until | undefined,
  io: Io,
): Promise<Judged> {
  const began = io.now();
  const ending = new AbortController();
  const end = (): void => ending.abort(new Exceeded(until?.why ?? "", "checking certificates"));
  const endAlarm = until && startAlarm(Math.max(until.at - began, 0), end);
  try {
    const judgement = await certifyParts(bytes, model, readParts(file, io), {
      ...options,
      signal: ending.signal,
      within: (job) => io.watch.within(job, until),
    });
    return { file, ...judgement, seconds: (io.now() - began) / 1000 };
  } finally {
    endAlarm?.();
  }
}
