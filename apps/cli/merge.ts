import { type Decoded, decode, encode, hasErrors, mergeModels } from "../../src/index.ts";
import { protect, readBytes, writeBytes } from "./io/files.ts";
import type { Io } from "./io/io.ts";
import { exit, Failure } from "./process/exit.ts";
import type { Verb } from "./process/run.ts";

/** `zonal merge BASE OURS THEIRS`: two versions of a model that come from a third become one; a merge driver for Git. */
interface Options {
  readonly output: string;
  readonly as?: string;
}

export const merge: Verb = {
  define(command, io, finish) {
    command
      .description("Merge two versions of a model that come from a third, part by part: a merge driver for Git.")
      .argument("<base>", "the model that both come from, in XML or XTA, or a file of queries; an empty file is none")
      .argument("<ours>", "one version, whose bytes stay where nobody changed anything")
      .argument("<theirs>", "the other version")
      .option("-o, --output <file>", "write the merged file here, which may be <ours>", "-")
      .option("--as <name>", "the file's name where the three have others: its ending tells the format")
      .addHelpText(
        "after",
        `
Templates, locations, edges, labels, declarations, processes, queries and places are merged by what they are, not by lines. What both
changed otherwise is a conflict: ours stays, and a comment in the element says what theirs has. The merged file has no fault that
neither version had.

Example:
  zonal merge base.xml ours.xml theirs.xml -o merged.xml

As Git's merge driver:
  git config merge.zonal.driver 'zonal merge %O %A %B -o %A --as %P'
  echo '*.xml merge=zonal' >> .gitattributes

Exit codes:
  0    merged
  1    merged, with conflicts that are marked in the file
  2    wrong usage or unreadable file; nothing is written
  3    inconclusive: a limit was reached
  4    a fault of zonal itself
`,
      )
      .action((base: string, ours: string, theirs: string, options: Options) =>
        finish(run([base, ours, theirs], options, io)),
      );
  },
};

function run(files: readonly [string, string, string], { output, as }: Options, io: Io): number {
  if (files.filter((name) => name === "-").length > 1) throw new Failure("standard input can be read only once");
  protect(output, [files[0], files[2]]);
  io.watch.stage("reading the models");
  const sides = ["base", "ours", "theirs"] as const;
  // Git's own names of the three say nothing to who reads them.
  const told = (name: string, k: number): string => (as === undefined ? name : `${as} (${sides[k]})`);
  const [base, ours, theirs] = files.map((name, k) => textOf(name, told(name, k), io)) as [Decoded, Decoded, Decoded];
  io.watch.stage("merging");
  const versions = { base: base.text, ours: ours.text, theirs: theirs.text };
  const merged = mergeModels(versions, as ?? (files[1] === "-" ? "model" : files[1]));
  if (merged.kind === "refused") throw new Failure(merged.reason);
  for (const note of merged.notes) io.err(`note: ${note}\n`);
  for (const { where, text } of merged.conflicts) io.err(`conflict: ${where}: ${text}\n`);
  writeBytes(output, encode(merged.text, ours.encoding, ours.bom), io);
  return merged.conflicts.length === 0 ? exit.ok : exit.otherwise;
}

function textOf(name: string, told: string, io: Io): Decoded {
  const decoded = decode(readBytes(name, io));
  const [fault] = decoded.diagnostics;
  if (fault !== undefined && hasErrors(decoded.diagnostics)) throw new Failure(`${told}: ${fault.message}`);
  return decoded;
}
