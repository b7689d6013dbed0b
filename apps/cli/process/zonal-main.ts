import { listen } from "./ears.ts";

/**
 * The process `zonal`. Verbs that work with a model are tried here for a moment and then get a thread of their own, so that
 * signals are heard and limits kept whatever they do.
 */
async function main(argv: readonly string[]): Promise<number> {
  const isServer = argv[0] === "studio" || argv[0] === "lsp";
  const isShort = argv.length < 2 || isServer || argv[0] === "help" || /^(--help|-h)$/.test(argv[1] ?? "");
  if (!isShort && (argv[0] === "sweep" || argv[0] === "worker")) return handingOut(argv);
  if (!isShort) {
    const ears = listen();
    const { runProcess } = await import("./quick.ts");
    return runProcess("zonal", async () => (await import("../zonal.ts")).zonal, argv, ears);
  }
  const [{ processIo }, { zonal }] = await Promise.all([import("../io/io.ts"), import("../zonal.ts")]);
  return zonal(
    argv,
    processIo(() => undefined),
  );
}

/** Runs have threads of their own; this one hands them out and hears signals. */
async function handingOut(argv: readonly string[]): Promise<number> {
  const ears = listen();
  const [{ processIo }, { zonal }] = await Promise.all([import("../io/io.ts"), import("../zonal.ts")]);
  return zonal(
    argv,
    processIo(() => ears.signal()),
  );
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
