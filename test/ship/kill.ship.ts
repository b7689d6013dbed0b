import { expect, test } from "vitest";
import { seeded } from "../../src/index.ts";
import { cases, nameOf } from "./commands.ts";
import { complaint, ended, filesOf, leave, run, start, workplace } from "./program.ts";

/**
 * `kill -9` at random moments. A file that a command writes holds what it held before or all that it is to hold, though its
 * temporary copy may stay. A journal has every event that was answered, and is continued as if nothing had happened.
 */
const kills = Number(process.env.ZONAL_KILLS ?? 5);
const random = seeded(20);

/** Runs to a random moment of the time that a whole run takes; what was printed until then. */
async function killed(argv: readonly string[], cwd: string, whole: number): Promise<string> {
  const child = start(argv, { cwd });
  const end = ended(child);
  child.stdin?.end();
  const timer = setTimeout(() => child.kill("SIGKILL"), random() * whole * 1.1);
  const { out } = await end;
  clearTimeout(timer);
  return out;
}

async function timeOf(argv: readonly string[], cwd: string): Promise<number> {
  const began = performance.now();
  expect(complaint(await run(argv, { cwd }))).toBeUndefined();
  return performance.now() - began;
}

const writing = cases.filter(({ argv, writes }) => writes !== undefined && !argv.includes("--journal"));

test.each(writing.map((tried) => [nameOf(tried), tried] as const))("%s", async (_, { argv }) => {
  const cwd = workplace();
  const was = filesOf(cwd);
  const whole = await timeOf(argv, cwd);
  const good = filesOf(cwd);
  leave(cwd);
  for (let i = 0; i < kills; i++) {
    const place = workplace();
    await killed(argv, place, whole);
    const is = [...filesOf(place)].filter(([name]) => !/(^|\/)\.zonal-.*\.tmp$/.test(name));
    const partial = is.filter(([name, text]) => text !== was.get(name) && text !== good.get(name));
    expect(partial).toEqual([]);
    leave(place);
  }
});

test("a journal is continued where its process was killed, however often", async () => {
  const cwd = workplace();
  const argv = [
    ...["zonal", "online", "examples/monitor.xml", "--window", "20", "--query", "A[] oxygen >= 85", "--json"],
    ...["--input", "examples/monitor.jsonl", "--journal", "j.log", "--checkpoint", "4"],
  ];
  const answersOf = (out: string): string[] => out.match(/^\{.*\}$/gm) ?? [];
  const lineOf = (answer: string): number => (JSON.parse(answer) as { line: number }).line;
  const other = workplace();
  const whole = await timeOf(argv, other);
  const good = new Map(
    answersOf(
      (
        await run(
          argv.filter((word) => word !== "--journal" && word !== "j.log"),
          { cwd: other },
        )
      ).out,
    ).map((a) => [lineOf(a), a]),
  );
  leave(other);
  let last = 0;
  for (let i = 0; i < kills * 4; i++) {
    const answers = answersOf(await killed(argv, cwd, whole));
    for (const answer of answers) {
      // No event is answered again, but for the last one, and none is left out.
      expect([last, last + 1]).toContain(lineOf(answer));
      expect(outcomes(answer)).toEqual(outcomes(good.get(lineOf(answer)) ?? ""));
      last = lineOf(answer);
    }
  }
  const end = await run(argv, { cwd });
  expect(complaint(end)).toBeUndefined();
  expect(lineOf(answersOf(end.out).at(-1) ?? "")).toBe(Math.max(...good.keys()));
  leave(cwd);
});

/** What an answer says of the system. */
function outcomes(answer: string): unknown {
  const { t, states, forecasts } = JSON.parse(answer) as { t: number; states: number; forecasts: object[] };
  return { t, states, forecasts };
}
