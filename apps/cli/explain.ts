import { type Explanation, explainCode, explainedCodes } from "../../src/index.ts";
import type { Io } from "./io/io.ts";
import { jsonDocument } from "./io/json.ts";
import { exit, Failure } from "./process/exit.ts";
import type { Verb } from "./process/run.ts";

/** `zonal explain CODE`: what a diagnostic or a rule of lint means, with a wrong and a right example. */
interface Options {
  readonly json?: true;
}

export const explain: Verb = {
  limits: "none",
  define(command, io, finish) {
    command
      .description(
        "Tell what a code of a diagnostic or a rule of lint means, with examples; without a code, list them.",
      )
      .argument("[code]", "as printed in brackets behind a message")
      .option("--json", "print one JSON document (docs/schema/explain.json)")
      .addHelpText(
        "after",
        `
Example:
  zonal explain not-an-invariant

Exit codes:
  0    explained
  2    there is no such code
  4    a fault of zonal itself
`,
      )
      .action((code: string | undefined, options: Options) => {
        if (code === undefined) list(options, io);
        else tell(code, options, io);
        finish(exit.ok);
      });
  },
};

function list({ json }: Options, io: Io): void {
  const codes = explainedCodes.map(({ code, section, meaning }) => ({ code, section, meaning }));
  if (json) return io.out(jsonDocument("explain", { codes }));
  const width = Math.max(...codes.map(({ code }) => code.length));
  let last = "";
  for (const { code, section, meaning } of codes) {
    if (section !== last) io.out(`${last === "" ? "" : "\n"}${section}\n`);
    last = section;
    io.out(`  ${code.padEnd(width)}  ${meaning}\n`);
  }
}

function tell(code: string, { json }: Options, io: Io): void {
  const found = explainCode(code);
  if (!("meaning" in found)) {
    const hint = found.nearest === undefined ? "'zonal explain' lists the codes" : `did you mean '${found.nearest}'?`;
    throw new Failure(`there is no code '${code}'`, { hint });
  }
  io.out(json ? jsonDocument("explain", { explanation: found }) : inWords(found));
}

function inWords({ code, severity, section, meaning, why, wrong, right }: Explanation): string {
  const parts = [`${code} (${severity}, ${section})`, `  ${meaning}`, "", `Why: ${why}`];
  if (wrong !== "") parts.push("", "Wrong:", indented(wrong));
  if (right !== "") parts.push("", "Right:", indented(right));
  return `${parts.join("\n")}\n`;
}

/** An example of a diagnostic names its part of a model: guard, update, query; elsewhere it is a declaration. */
function indented(example: string): string {
  const text = example.replace(/(\w*) ?`([^`]*)`\s*/g, (_, part: string, inside: string) =>
    part === "" ? `${inside}\n` : `${part}: ${inside}\n`,
  );
  return text
    .replace(/[«»]/g, "")
    .trimEnd()
    .replace(/^(?=.)/gm, "  ");
}
