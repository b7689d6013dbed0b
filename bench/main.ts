/**
 * `npm run bench -- COMMAND`: measurements. Each command prints a table; figures of one run are to be compared with each
 * other, not with those of another machine or another day.
 */
const commands: Readonly<
  Record<
    string,
    { readonly about: string; readonly load: () => Promise<{ run(args: readonly string[]): Promise<number> }> }
  >
> = {
  engine: {
    about: "DIR: searches on .tck files, from process start to exit, beside TChecker's recorded figures",
    load: () => import("./engine.ts"),
  },
  engines: {
    about: "DIR: both engines on the models of a corpus, whether they say the same",
    load: () => import("./engines.ts"),
  },
  growth: { about: "time and memory per state over n, for families of models", load: () => import("./growth.ts") },
  local: {
    about:
      "[--most N]: states of philosophers and sensors over n, with one time, with local times, and with both in a race",
    load: () => import("./local.ts"),
  },
  swarm: {
    about:
      "[--most N]: errors that lie deep, looked for breadth first, with forays, and by a swarm of bit-state searches",
    load: () => import("./swarm.ts"),
  },
  small: {
    about:
      "[FILE|DIR]...: bytes of a state as it is and made small: train gates over n, a pump with long arrays, stations, models named",
    load: () => import("./small.ts"),
  },
  ways: {
    about: "DIR [--of small|local]: every query in several ways that must say the same, and how much longer they take",
    load: () => import("./ways.ts"),
  },
  limit: {
    about: "FILE.c: the compiled engine beside a checker written by hand for Fischer's protocol",
    load: () => import("./limit.ts"),
  },
  "front-end": { about: "reading and checking a generated model of many edges", load: () => import("./front-end.ts") },
  overlaps: {
    about: "DIR: what lies on what in the drawings of its models, by us and by their authors",
    load: () => import("./overlaps.ts"),
  },
  lint: {
    about:
      "DIR [SECONDS [RULE]]: what the rules of lint find in the models of a folder, by rule; of one rule every place",
    load: () => import("./lint.ts"),
  },
  online: {
    about: "the patient example at full speed, then killed and restarted 100 times",
    load: () => import("./online.ts"),
  },
  liveness: {
    about: "p --> q over n, compiled and interpreted in one run",
    load: () => import("./liveness.ts"),
  },
  statistical: {
    about: "[DIR] [--svg FILE]: time for a step of a run, beside programs by hand, and over the number of components",
    load: () => import("./statistical.ts"),
  },
  "statistical-corpus": {
    about: "DIR: every statistical query of a corpus in a process of its own: what came of it, and how long it took",
    load: () => import("./statistical-corpus.ts"),
  },
  certificates: {
    about: "DIR: certificates of every answer about the models of a folder, checked, by reason where there is none",
    load: () => import("./certificates.ts"),
  },
  mutations: {
    about: "certificates with one thing changed, whether the checker refuses what is no proof any more",
    load: () => import("./mutations.ts"),
  },
  coverage: {
    about: "how often each interval that is printed holds what it is for, in 1,000 repetitions",
    load: () => import("./coverage.ts"),
  },
  lsp: {
    about: "DIR: latency of the language server, and whether it ever fails, on beginnings of files and random edits",
    load: () => import("./lsp.ts"),
  },
  merge: {
    about: "DIR: random changes that do not touch each other, merged, whether that is what applying both makes",
    load: () => import("./merge.ts"),
  },
  papers: { about: "NAME: the tables of a paper side by side with ours", load: () => import("./papers/main.ts") },
};

const [name, ...args] = process.argv.slice(2);
const command = commands[name ?? ""];
if (command === undefined) {
  console.error(
    `usage: npm run bench -- COMMAND\n${Object.entries(commands)
      .map(([key, { about }]) => `  ${key.padEnd(10)} ${about}`)
      .join("\n")}`,
  );
  process.exitCode = 2;
} else {
  process.exitCode = await (await command.load()).run(args);
}
