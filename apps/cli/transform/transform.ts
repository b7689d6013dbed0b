import { exit, Failure } from "../process/exit.ts";
import { runVerb, type Verb } from "../process/run.ts";

/** `zonal transform KIND ...`: rewrites of models. Each is a verb in a file of its own, loaded when it is asked for. */
const kinds: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<Verb> }>> = {
  test: {
    about: "add the test automaton of a specification, and the query that decides trace inclusion",
    load: async () => (await import("./test.ts")).transformTest,
  },
  symmetry: {
    about: "declare types whose values only name processes as scalar sets",
    load: async () => (await import("./symmetry.ts")).transformSymmetry,
  },
  template: {
    about: "restrict, drop, merge, rename, split, scale: operations on templates, by a script",
    load: async () => (await import("./template.ts")).transformTemplate,
  },
  script: {
    about: "expressions over templates, sets and maps: from a script, or one by one at a terminal",
    load: async () => (await import("./script.ts")).transformScript,
  },
};

export const transform: Verb = {
  limits: "none",
  define(command, io, finish) {
    command
      .description("Rewrite a model.")
      .argument("[kind]", "which rewrite")
      .argument("[arguments...]", "its arguments and options")
      .helpOption(false)
      .allowUnknownOption()
      .passThroughOptions()
      .action(async (kind: string | undefined, rest: readonly string[]) => {
        if (kind === undefined || kind === "--help" || kind === "-h") {
          io.out(help());
          finish(kind === undefined ? exit.wrong : exit.ok);
          return;
        }
        const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
        if (found === undefined)
          throw new Failure(`there is no transformation '${kind}'`, {
            hint: `there are ${Object.keys(kinds).join(", ")}`,
          });
        finish(await runVerb(`zonal transform ${kind}`, await found.load(), rest, io));
      });
  },
};

function help(): string {
  const width = Math.max(...Object.keys(kinds).map((name) => name.length));
  const lines = Object.entries(kinds).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return `Usage: zonal transform KIND [options] FILE

Rewrites a model. The file is never overwritten unless --in-place says so.

Kinds:
${lines.join("\n")}

'zonal transform KIND --help' tells about one of them.
`;
}
