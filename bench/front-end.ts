import { check, hasErrors, read } from "../src/index.ts";
import { save } from "./engine.ts";
import { table } from "./table.ts";

/**
 * `bench front-end`: a generated XML model of 10,000 and of 100,000 edges is read and checked. Time should grow with size,
 * memory stay under 1 GiB for the larger one.
 */
export async function run(): Promise<number> {
  const rows: (string | number)[][] = [];
  const times: number[] = [];
  const history: object[] = [];
  // A first round on a small model, so that compilation of our own code does not count.
  measure(1000);
  for (const edges of [10_000, 100_000]) {
    const { bytes, reading, checking, peak } = measure(edges);
    times.push(reading + checking);
    rows.push([
      edges,
      (bytes / 1e6).toFixed(1),
      (reading / 1000).toFixed(2),
      (checking / 1000).toFixed(2),
      peak.toFixed(0),
    ]);
    history.push({ edges, bytes, reading, checking, peak });
  }
  console.log(table(["edges", "MB", "read s", "check s", "peak RSS MiB"], rows));
  console.log(`\n10 times the size takes ${(times[1]! / times[0]!).toFixed(1)} times the time`);
  save("front-end", history);
  return 0;
}

function measure(edges: number) {
  const text = generate(edges);
  const start = performance.now();
  const source = read(text, { name: "generated.xml" });
  const middle = performance.now();
  if (source.format === "tck" || hasErrors(source.diagnostics))
    throw new Error(`the generated model cannot be read: ${JSON.stringify(source.diagnostics[0])}`);
  const model = check(source.tree);
  const end = performance.now();
  if (hasErrors(model.diagnostics))
    throw new Error(`the generated model has errors: ${JSON.stringify(model.diagnostics[0])}`);
  return {
    bytes: text.length,
    reading: middle - start,
    checking: end - middle,
    peak: process.resourceUsage().maxRSS / 1024,
  };
}

/** Templates of 100 edges each, with the labels a real model has. */
function generate(edges: number): string {
  const templates: string[] = [];
  const names: string[] = [];
  for (let t = 0; t < edges / 100; t++) {
    const location = (i: number) =>
      `<location id="t${t}l${i}" x="${i * 80}" y="${(i % 7) * 60}"><name x="${i * 80}" y="0">L${i}</name><label kind="invariant" x="0" y="0">x &lt;= ${i + 10} &amp;&amp; n &gt;= 0</label></location>`;
    const edge = (i: number) =>
      `<transition><source ref="t${t}l${i % 50}"/><target ref="t${t}l${(i + 1) % 50}"/><label kind="select" x="1" y="2">s : int[0,3]</label><label kind="guard" x="1" y="2">x &gt;= ${i} &amp;&amp; n + s &lt; N * 2</label><label kind="synchronisation" x="1" y="2">c[s]${i % 2 === 0 ? "!" : "?"}</label><label kind="assignment" x="1" y="2">x = 0, n = next(n), a[s] = (n + ${i}) % 7</label></transition>`;
    names.push(`P${t}`);
    templates.push(
      `<template><name>P${t}</name><declaration>clock x; int[0,100] n; int a[4];\nint next(int v) { if (v &gt; 9) return 0; return v + 1; }</declaration>${Array.from({ length: 50 }, (_, i) => location(i)).join("\n")}<init ref="t${t}l0"/>${Array.from({ length: 100 }, (_, i) => edge(i)).join("\n")}</template>`,
    );
  }
  return `<?xml version="1.0" encoding="utf-8"?>\n<nta><declaration>const int N = 50; chan c[4];</declaration>\n${templates.join("\n")}\n<system>system ${names.join(", ")};</system></nta>\n`;
}
