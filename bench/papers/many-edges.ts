import { performance } from "node:perf_hooks";
import { check, instantiate, liveVariables, read, reduce } from "../../src/index.ts";

/** Models of growing size: rings of locations in which values are read, copied and passed on. Rows of a table. */
export function edges10000(): (string | number)[][] {
  return [1000, 2000, 5000, 10_000].map((edges) => {
    const text = ring(edges);
    const start = performance.now();
    const source = read(text, { name: "ring.xta" });
    if (source.format === "tck") throw new Error("not XTA");
    const { made } = instantiate(check(source.tree));
    if (made === undefined) throw new Error("the ring is wrong");
    const begun = performance.now();
    const live = liveVariables(made.network, { queries: [] });
    const analysed = performance.now();
    const { resets } = reduce(source, made, { queries: [] });
    const done = performance.now();
    const facts = live.needs.flat().reduce((sum, row) => sum + row.size, 0);
    const s = (ms: number): string => (ms / 1000).toFixed(2);
    return [
      edges,
      made.network.slots.length,
      facts,
      resets.length,
      s(begun - start),
      s(analysed - begun),
      s(done - analysed),
    ];
  });
}

function ring(edges: number): string {
  const [processes, variables] = [10, 20];
  const length = edges / processes;
  const templates = Array.from({ length: processes }, (_, p) => {
    const trans = Array.from({ length }, (_, i) => {
      const [a, b] = [(i * 7 + p) % variables, (i * 3 + 1) % variables];
      const parts = [
        i % 13 === 0 ? "select s : int[0,7];" : "",
        i % 5 === 0 ? `guard v[${a}] < 3;` : "",
        i % 11 === 0 ? `sync c[${i % 4}]${p % 2 === 0 ? "!" : "?"};` : "",
        i % 13 === 0
          ? `assign v[${b}] = s;`
          : i % 2 === 0
            ? `assign v[${b}] = v[${a}], g[${i % 4}] = v[${b}];`
            : `assign w = f(v[${a}]), v[${a}] = w;`,
      ];
      return `S${i} -> S${(i + 1) % length} { ${parts.filter((t) => t !== "").join(" ")} }`;
    });
    return `process P${p}() {\nint[0,7] v[${variables}], w;\nstate ${Array.from({ length }, (_, i) => `S${i}`).join(", ")};\ninit S0;\ntrans ${trans.join(",\n")};\n}`;
  });
  return `chan c[4]; int[0,7] g[4];\nint[0,7] f(int[0,7] x) { if (x > 3) return x - 1; return (x + g[0]) % 8; }\n${templates.join("\n")}\nsystem ${Array.from({ length: processes }, (_, p) => `P${p}`).join(", ")};\n`;
}
