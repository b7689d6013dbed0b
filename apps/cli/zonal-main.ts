/**
 * The process `zonal`. Verbs that may run for long get a thread of their own, so that Ctrl-C is heard; but first they are
 * tried for a moment without.
 */
async function main(argv: readonly string[]): Promise<number> {
  const isLong = (argv[0] === "verify" || argv[0] === "export") && !argv.includes("--help") && !argv.includes("-h");
  if (isLong) {
    const { isQuick, quickProcess } = await import("./quick.ts");
    const code = isQuick(argv) ? await quickProcess((await import("./zonal.ts")).zonal, argv) : undefined;
    return code ?? (await import("./thread.ts")).runThread("zonal", argv);
  }
  const [{ processIo }, { zonal }] = await Promise.all([import("./io.ts"), import("./zonal.ts")]);
  return zonal(
    argv,
    processIo(() => undefined),
  );
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
