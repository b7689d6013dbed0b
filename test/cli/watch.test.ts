import { spawn, spawnSync } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, inject, test } from "vitest";
import { exit } from "../../apps/cli/process/exit.ts";
import { file } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

/** `zonal verify --watch`: the built command with real files that are changed under it, and what it prints for people. */
const command = `${inject("commands")}/zonal.js`;
const model = (bound: number, more = ""): string => `clock x; int[0,3] n;${more}
process P() { state a { x <= ${bound} }, b; init a; trans a -> b { guard x >= 2; assign n = 1; }; }
process Q() { state s, t; init s; trans s -> t { }; }
system P, Q;
`;
const queries = "E<> P.b\n\nA[] x < 9\n\nE<> Q.t && n == 2\n";

interface Round {
  readonly watch: { readonly round: number; readonly changed: string[]; readonly asked: number; readonly kept: number };
  readonly exitCode: number;
  readonly failure?: string;
  readonly queries: readonly { readonly text: string; readonly outcome: string; readonly kept?: true }[];
}

/** A running watch: each call does something to the files and waits for the round that follows. */
function watching(argv: readonly string[]) {
  const child = spawn(process.execPath, [command, "verify", ...argv, "--watch", "--json"]);
  const ended = new Promise<number | null>((done) => child.on("close", done));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (change: () => void = () => undefined): Promise<Round> => {
    change();
    const { value } = await lines.next();
    const document: unknown = JSON.parse(value as string);
    expect(schemaFaults("verify", document)).toEqual([]);
    return document as Round;
  };
  return { child, ended, next };
}

const said = ({ queries }: Round): string[] =>
  queries.map(({ outcome, kept }) => (kept ? `${outcome}, kept` : outcome));

test("asks again what a change can affect, whatever becomes of the files", async () => {
  const [at, q] = [file("watched.xta", model(5)), file("watched.q", queries)];
  const { child, ended, next } = watching([at]);
  expect(said(await next())).toEqual(["satisfied", "violated", "violated"]);
  // A comment, and a variable that nobody uses, written in place.
  const commented = await next(() => writeFileSync(at, `// said\n${model(5, " int more;")}`));
  expect(said(commented)).toEqual(["satisfied, kept", "violated, kept", "violated, kept"]);
  expect(commented.watch).toEqual({ round: 2, changed: [at], asked: 0, kept: 3 });
  // Another file under the same name, and several quick saves.
  const renamed = await next(() => {
    writeFileSync(at, "proc");
    writeFileSync(`${at}.new`, model(1));
    renameSync(`${at}.new`, at);
  });
  expect(said(renamed)).toEqual(["violated", "satisfied", "violated"]);
  const broken = await next(() => writeFileSync(at, "process"));
  expect([broken.exitCode, broken.queries]).toEqual([exit.wrong, []]);
  const away = await next(() => rmSync(at));
  expect([away.exitCode, away.failure]).toEqual([exit.wrong, `${at} cannot be read: there is no such file or folder`]);
  expect(said(await next(() => writeFileSync(at, model(1))))).toEqual([
    "violated, kept",
    "satisfied, kept",
    "violated, kept",
  ]);
  const other = await next(() => writeFileSync(q, queries.replace("n == 2", "n == 0")));
  expect(said(other)).toEqual(["violated, kept", "satisfied, kept", "satisfied"]);
  expect(other.watch.changed).toEqual([q]);
  child.kill("SIGINT");
  expect(await ended).toBe(exit.interrupted);
}, 60_000);

test("shows what was kept, and asks first what failed last", async () => {
  const [at, q] = [file("shown.xta", model(5)), file("shown.q", queries)];
  const child = spawn(process.execPath, [command, "verify", at, q, "--watch"]);
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.once("data", () => writeFileSync(at, model(6)));
  const ended = new Promise<number | null>((done) => child.on("close", done));
  while (!out.includes("(kept)")) await new Promise((done) => void setTimeout(done, 20));
  child.kill("SIGTERM");
  expect(await ended).toBe(exit.terminated);
  expect(out.replaceAll(at, "shown.xta")).toBe(`1. E<> P.b: satisfied
2. A[] x < 9: NOT satisfied
3. E<> Q.t && n == 2: NOT satisfied

shown.xta changed; 2 of 3 asked again
3. E<> Q.t && n == 2: NOT satisfied
1. E<> P.b: satisfied
2. A[] x < 9: NOT satisfied (kept)
`);
}, 60_000);

test.each([
  [["-"], "--watch waits for files to change, and standard input cannot"],
  [["M", "--junit", "r.xml"], "give --watch or --junit, not both: it is about one run"],
  [["gone.xta"], "gone.xta cannot be read: there is no such file or folder"],
])("is refused: %j", (argv, words) => {
  const at = file("refused.xta", model(5));
  const given = argv.map((word) => (word === "M" ? at : word));
  const { status, stderr } = spawnSync(process.execPath, [command, "verify", ...given, "--watch"]);
  expect([status, stderr.toString()]).toEqual([exit.wrong, `error: ${words}\n`]);
});
