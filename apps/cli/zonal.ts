import type { Io } from "./io/io.ts";
import { exit } from "./process/exit.ts";
import { explain, runVerb, type Verb } from "./process/run.ts";

/**
 * The command `zonal`: finds the verb and loads its file, and nothing else, so that each start is short. `zonal` alone
 * lists the verbs.
 */
const verbs: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<Verb> }>> = {
  check: {
    about: "check models and say what is wrong with them",
    load: async () => (await import("./check.ts")).check,
  },
  lint: {
    about: "say by rules whether a model makes sense, and mend what is plain",
    load: async () => (await import("./lint/lint.ts")).lint,
  },
  explain: {
    about: "tell what a code of a diagnostic or a rule means",
    load: async () => (await import("./explain.ts")).explain,
  },
  verify: {
    about: "answer the queries of a model, with traces",
    load: async () => (await import("./verify/verify.ts")).verify,
  },
  sweep: {
    about: "answer queries for many values of constants, with a journal",
    load: async () => (await import("./sweep/sweep.ts")).sweep,
  },
  rerun: {
    about: "ask again what a result has answers to, and compare",
    load: async () => (await import("./sweep/rerun.ts")).rerun,
  },
  worker: {
    about: "do runs and queries that are handed out by a Redis",
    load: async () => (await import("./cluster/worker.ts")).worker,
  },
  certify: {
    about: "check certificates of answers, by a program of its own",
    load: async () => (await import("./certify.ts")).certify,
  },
  simulate: {
    about: "run a model step by step, by hand or at random",
    load: async () => (await import("./simulate/simulate.ts")).simulate,
  },
  show: { about: "summarise a model, or draw its templates", load: async () => (await import("./show.ts")).show },
  diff: { about: "compare two models by meaning", load: async () => (await import("./diff.ts")).diff },
  merge: {
    about: "merge two versions of a model, part by part; a merge driver for Git",
    load: async () => (await import("./merge.ts")).merge,
  },
  convert: {
    about: "convert between XML, XTA, old syntax and TChecker's format",
    load: async () => (await import("./convert.ts")).convert,
  },
  import: {
    about: "make a model of byte code",
    load: async () => (await import("./import.ts")).importModel,
  },
  export: {
    about: "write the reached state space as a graph",
    load: async () => (await import("./export.ts")).exportGraph,
  },
  reduce: {
    about: "reset variables where their values no longer matter",
    load: async () => (await import("./reduce.ts")).reduce,
  },
  accelerate: {
    about: "append cycles that stand for many rounds of busy waiting",
    load: async () => (await import("./accelerate.ts")).accelerate,
  },
  analyse: {
    about: "tell facts about a model without exploring it: live variables, cycles, symmetries",
    load: async () => (await import("./analyse/analyse.ts")).analyse,
  },
  refine: {
    about: "decide whether an implementation's timed traces are allowed by a specification",
    load: async () => (await import("./refine.ts")).refine,
  },
  transform: {
    about: "rewrite a model: add a test automaton, rename, drop, merge, ...",
    load: async () => (await import("./transform/transform.ts")).transform,
  },
  studio: {
    about: "edit, simulate and verify in the browser",
    load: async () => (await import("./studio/studio.ts")).studio,
  },
  lsp: {
    about: "serve editors by the Language Server Protocol",
    load: async () => (await import("./lsp.ts")).lsp,
  },
  reconstruct: {
    about: "run a model and rebuild the state it came to, as a new model",
    load: async () => (await import("./online/reconstruct.ts")).reconstruct,
  },
  online: {
    about: "follow a running system and answer queries about its next time window",
    load: async () => (await import("./online/online.ts")).online,
  },
};

export async function zonal(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    return explain(error, "zonal", io);
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = argv;
  if (first === undefined || first === "--help" || first === "-h") {
    io.out(help());
    return first === undefined ? exit.wrong : exit.ok;
  }
  if (first === "--version" || first === "-V" || first === "-v") {
    const { version } = await import("../../src/index.ts");
    io.out(`zonal ${version}\n`);
    return exit.ok;
  }
  if (first === "help") return dispatch([...rest.slice(0, 1), "--help"], io);
  const verb = Object.hasOwn(verbs, first) ? verbs[first] : undefined;
  if (verb === undefined) {
    const near = Object.keys(verbs).find((name) => name.startsWith(first.slice(0, 3)));
    io.err(`error: there is no command '${first}'${near === undefined ? "" : `; did you mean '${near}'?`}\n`);
    if (/\.(xml|xta|ta|tck)$/i.test(first)) io.err(`hint: 'zonal verify ${first}' answers the queries of this model\n`);
    else io.err("Run 'zonal --help' for the list.\n");
    return exit.wrong;
  }
  try {
    return await runVerb(`zonal ${first}`, await verb.load(), rest, io);
  } catch (error) {
    return explain(error, `zonal ${first}`, io);
  }
}

function help(): string {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length));
  const lines = Object.entries(verbs).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return `Usage: zonal COMMAND [options] FILE...

Works with UPPAAL's timed automata: XML, XTA and query files, and TChecker's .tck.

Commands:
${lines.join("\n")}

'zonal COMMAND --help' tells about one of them. '-' as a file is standard input.

Example:
  zonal verify examples/lamp.xml
`;
}
