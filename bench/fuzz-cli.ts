import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { seeded } from "../src/index.ts";
import { commandLine, mutate, type Random } from "./fuzz-lines.ts";

/**
 * `npm run fuzz:cli -- --seconds N --seed S`: the built commands as processes, with random command lines over good, mutated and
 * missing files and random standard input; some are interrupted on their way. Each must end with a documented code, without a
 * stack trace, and leave every file as it was or whole. The number of a run and the seed give the same run again:
 *
 *     --seconds N (60)   --runs N (no limit)   --seed S (1)   --from N (0)   --bin FOLDER (dist/bin)
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    runs: { type: "string", default: "1000000000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    bin: { type: "string", default: "dist/bin" },
  },
});
const seed = Number(values.seed);
const examples = resolve("examples");
const patience = 120_000;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly text: string;
  readonly late: boolean;
}

/** Files that the command lines name: good ones, broken ones, an empty one, one that is no text, a folder. */
function furnish(folder: string, random: Random): void {
  cpSync(examples, folder, { recursive: true });
  const models = readdirSync(examples).filter((name) => /\.(xml|jsonl|rcx)$/.test(name));
  for (const name of models)
    if (random() < 0.5) writeFileSync(join(folder, name), mutate(readFileSync(join(examples, name), "utf8"), random));
  writeFileSync(join(folder, "empty.xml"), "");
  writeFileSync(
    join(folder, "bytes.xml"),
    Uint8Array.from({ length: 300 }, () => random() * 256),
  );
  writeFileSync(join(folder, "asked.q"), mutate("A[] not deadlock\nE<> true\nsup: x\n", random));
  mkdirSync(join(folder, "folder"));
}

function run(folder: string, argv: readonly string[], stdin: string, interruptAfter: number): Promise<Ended> {
  const [name, ...rest] = argv;
  const child = spawn(process.execPath, [resolve(values.bin, `${name}.js`), ...rest], { cwd: folder });
  let text = "";
  let late = false;
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stdin.on("error", () => undefined);
  child.stdin.end(stdin);
  // What takes long is interrupted, as its user would; what then does not end, hangs.
  const interrupt = setTimeout(() => child.kill("SIGINT"), interruptAfter);
  const limit = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, patience);
  return new Promise((finish) =>
    child.on("close", (code, signal) => {
      clearTimeout(interrupt);
      clearTimeout(limit);
      finish({ code, signal, text, late });
    }),
  );
}

/** What is wrong with an end, if anything. A signal that came before anybody listened ends the process by itself. */
function wrong({ code, signal, text, late }: Ended): string | undefined {
  if (late) return "does not end after an interrupt";
  if (signal !== null && signal !== "SIGINT") return `ended by ${signal}`;
  if (signal === null && ![0, 1, 2, 3, 130, 143].includes(code ?? -1)) return `exit code ${code}: ${text.slice(-400)}`;
  if (/\n\s+at .*[:(]\d|node:internal|internal error/.test(text)) return `a stack trace: ${text.slice(0, 600)}`;
  return undefined;
}

const started = Date.now();
const ends = new Map<string, number>();
let faults = 0;
let n = Number(values.from);
const last = n + Number(values.runs);
for (; n < last && Date.now() - started < Number(values.seconds) * 1000; n++) {
  const random = seeded(seed * 1_000_003 + n);
  const folder = mkdtempSync(join(tmpdir(), "zonal-fuzz-"));
  furnish(folder, random);
  const argv = commandLine(random);
  const stdin = random() < 0.5 ? "" : mutate(readFileSync(join(examples, "lamp.xml"), "utf8"), random);
  const end = await run(folder, argv, stdin, random() < 0.1 ? random() * 500 : 10_000);
  const partial = readdirSync(folder).filter((name) => end.signal === null && name.endsWith(".tmp"));
  const found = wrong(end) ?? (partial.length > 0 ? `left ${partial.join(" ")}` : undefined);
  rmSync(folder, { recursive: true, force: true });
  const key = String(end.signal ?? end.code);
  ends.set(key, (ends.get(key) ?? 0) + 1);
  if (found === undefined) continue;
  faults++;
  console.log(`run ${n} of seed ${seed}: ${argv.map((word) => JSON.stringify(word)).join(" ")}\n  ${found}`);
}
const counts = [...ends].sort().map(([code, count]) => `${code}: ${count}`);
console.log(`${n - Number(values.from)} runs, seed ${seed}: ${faults} faults; ended with ${counts.join(", ")}`);
process.exitCode = faults > 0 ? 1 : 0;
