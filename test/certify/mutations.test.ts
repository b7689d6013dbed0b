import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { engineCase, focus } from "../agree/engines.ts";
import { queryTextOf, xtaOf } from "../agree/spec-text.ts";
import { many } from "../many.ts";
import { type Asked, newTally, networks as randomly, tryMutants, written } from "./mutants.ts";
import { kinds } from "./mutate.ts";
import { judge, type Proved, prove, queryOf, type Subject, subjectOf } from "./prove.ts";

/**
 * Certificates with one thing changed. A change that leaves no proof is refused, with the member and the step where it fails;
 * a zone or a bound that is changed where nothing depends on it may leave one, and so may a delay before all clocks are set.
 */
interface Change {
  readonly name: string;
  /** Whether it may leave a proof. */
  readonly mayStand: boolean;
  readonly apply: (lines: readonly Line[]) => readonly Line[] | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: lines of JSON, changed at will
type Line = any;

const copyOf = (lines: readonly Line[]): Line[] => JSON.parse(JSON.stringify(lines));
const counted = (lines: Line[]): Line[] => [...lines.slice(0, -1), { end: lines.length - 2 }];
const isRun = ([header]: readonly Line[]): boolean => header.proof === "run" || header.proof === "stays";
const isCover = ([header]: readonly Line[]): boolean => header.proof === "unreachable";

function onCover(name: string, mayStand: boolean, change: (lines: Line[]) => Line[] | undefined): Change {
  return { name, mayStand, apply: (lines) => (isCover(lines) ? change(copyOf(lines)) : undefined) };
}

function onRun(name: string, mayStand: boolean, change: (lines: Line[]) => Line[] | undefined): Change {
  return { name, mayStand, apply: (lines) => (isRun(lines) ? change(copyOf(lines)) : undefined) };
}

function onEnds(name: string, mayStand: boolean, change: (lines: Line[]) => Line[] | undefined): Change {
  return { name, mayStand, apply: (lines) => (lines[0].proof === "ends" ? change(copyOf(lines)) : undefined) };
}

const changes: readonly Change[] = [
  onCover("the first member is dropped", false, (l) => (l.length > 2 ? counted([l[0], ...l.slice(2)]) : undefined)),
  onCover("the last member is dropped", false, (l) =>
    l.length > 3 ? counted([...l.slice(0, -2), l.at(-1)]) : undefined,
  ),
  onCover("a member loses all zones", false, (l) => {
    if (l.length < 3) return undefined;
    l[1].zones = [];
    return l;
  }),
  onCover("a zone is shrunk to its border", true, (l) => {
    const member = l.at(-2);
    const zone = member?.zones?.[0];
    const n = l[0].clocks.length + 1;
    if (zone === undefined || n === 1 || zone[n] === 2 - zone[1]) return undefined;
    // The first clock is at its lower bound from now on.
    zone[n] = 2 - zone[1];
    return l;
  }),
  onCover("a bound is loosened", true, (l) => {
    const { bounds } = l[0];
    const row = bounds?.locations.find((entry: (number | null)[]) => entry[3] !== null || entry[4] !== null);
    if (row === undefined) return undefined;
    row[3] = null;
    row[4] = null;
    return l;
  }),
  onCover("a member has negative values of clocks only", false, (l) => {
    const n = l[0].clocks.length + 1;
    if (n === 1 || l.length < 3) return undefined;
    for (const zone of l[1].zones) for (let x = 1; x < n; x++) [zone[x], zone[x * n]] = [null, -1];
    return l;
  }),
  onCover("a process is elsewhere", false, (l) => {
    if (l.length < 3) return undefined;
    l[1].state[0] += 100;
    return l;
  }),
  onCover("a variable has another value", false, (l) => {
    const { processes, variables, live } = l[0];
    const cells = variables.map((_: string, k: number) => processes.length + k);
    const cell = cells.find((k: number) => live === undefined || live.everywhere.includes(k));
    if (l.length < 3 || cell === undefined) return undefined;
    l[1].state[cell] += 1000;
    return l;
  }),
  onRun("a delay is longer", true, (l) => {
    if (l[0].clocks.length === 0 || l.length < 4) return undefined;
    l[1].delay = `${Number.parseInt(l[1].delay, 10) + 100000}`;
    return l;
  }),
  onRun("the first state is dropped", false, (l) => (l.length > 3 ? counted([l[0], ...l.slice(2)]) : undefined)),
  onRun("there is no state", false, (l) => counted([l[0], l.at(-1)])),
  onRun("a variable has another value", false, (l) => {
    if (l[0].variables.length === 0) return undefined;
    l.at(-2).state[l[0].processes.length] += 1000;
    return l;
  }),
  onRun("a clock has another value", false, (l) => {
    if (l[0].clocks.length === 0) return undefined;
    l.at(-2).clocks[0] = "123456/7";
    return l;
  }),
  onEnds("a state away from the goal is dropped", false, (l) => counted([...l.slice(0, -2), l.at(-1)])),
  // Where no step stays away, no rank has to fall.
  onEnds("all ranks are the same", true, (l) => {
    for (const member of l) if (member.ranks !== undefined) member.ranks = member.ranks.map(() => 7);
    return l;
  }),
  onEnds("a state away from the goal loses its zones", false, (l) => {
    const member = l.at(-2);
    member.zones = [];
    member.ranks = [];
    return l;
  }),
  {
    name: "a run that stays ends otherwise",
    mayStand: true,
    apply: ([header, ...rest]) =>
      header.proof === "stays"
        ? [{ ...header, ending: header.ending === "deadlock" ? "divergence" : "deadlock" }, ...rest]
        : undefined,
  },
  {
    name: "the outcome is the opposite",
    mayStand: false,
    apply: ([header, ...rest]) => [
      { ...header, outcome: header.outcome === "satisfied" ? "violated" : "satisfied" },
      ...rest,
    ],
  },
  {
    name: "another model",
    mayStand: false,
    apply: ([header, ...rest]) => [{ ...header, model: { sha256: "0" } }, ...rest],
  },
  {
    name: "another query",
    mayStand: false,
    apply: ([header, ...rest]) => {
      const isReached = header.proof === "run";
      if (header.proof === "ends")
        return [{ ...header, query: header.query.startsWith("E[]") ? "E[] true" : "A<> false" }, ...rest];
      if (header.proof === "stays")
        return [{ ...header, query: header.query.startsWith("E[]") ? "E[] false" : "A<> true" }, ...rest];
      const query = header.query.startsWith("A[]")
        ? `A[] ${isReached ? "true" : "false"}`
        : `E<> ${isReached ? "false" : "true"}`;
      return [{ ...header, query }, ...rest];
    },
  },
  { name: "the end is cut off", mayStand: false, apply: (lines) => lines.slice(0, -1) },
  {
    name: "a clock is left out",
    mayStand: false,
    apply: ([header, ...rest]) =>
      header.clocks.length > 0 ? [{ ...header, clocks: header.clocks.slice(1) }, ...rest] : undefined,
  },
];

const folder = join(import.meta.dirname, "../cases");

/** Every second model in `npm test`, all in `npm run test:more`; of those that ask for liveness, which are fewer, always all. */
const STRIDE = many(2) > 1 ? 1 : 2;
const LIVENESS = /^(\? )?(A<>|E\[\])|-->/m;

/** The first query of each model of a file of cases, and all about liveness. */
function* casesOf(file: string): Generator<readonly [Subject, string]> {
  const blocks = readFileSync(join(folder, file), "utf8").split(/^== /m).slice(1);
  for (const block of blocks.filter((lines, k) => k % STRIDE === 0 || LIVENESS.test(lines))) {
    const lines = block.split("\n").slice(1);
    const text = lines.filter((line) => !/^(\?|!!) /.test(line)).join("\n");
    const subject = subjectOf(new TextEncoder().encode(text), "case.xta");
    const asked = lines.filter((line) => line.startsWith("? ")).map((line) => line.slice(2).split(" => ")[0]!.trim());
    for (const query of asked.filter((so, k) => k === 0 || LIVENESS.test(so)))
      if (subject !== undefined) yield [subject, query];
  }
}

function* networks(from: number, to: number): Generator<readonly [Subject, string]> {
  for (let seed = from; seed < to; seed++) {
    const { spec, query } = engineCase(seed, seed % 2 === 0 ? "A[]" : "E<>", focus[seed % focus.length]!);
    yield [subjectOf(new TextEncoder().encode(xtaOf(spec)), "model.xta")!, queryTextOf(spec, query)];
  }
}

const tally = new Map<string, { refused: number; stands: number }>();
let certificates = 0;

/** What is wrong with what the checker says of changed certificates. */
function faultsOf(all: Iterable<readonly [Subject, string]>): string[] {
  const wrong: string[] = [];
  for (const [subject, text] of all) {
    const query = queryOf(subject, text);
    const proved: Proved | undefined = query && prove(subject, query, 500);
    if (proved?.judgement?.result !== "proved") continue;
    certificates++;
    const lines = proved.lines!.map((line) => JSON.parse(line));
    // A proof that nothing is there needs no member.
    if (lines.length === 2) continue;
    for (const { name, mayStand, apply } of changes) {
      const changed = apply(lines);
      if (changed === undefined) continue;
      const judged = judge(
        subject,
        changed.map((line) => `${JSON.stringify(line)}\n`),
      );
      const entry = tally.get(name) ?? { refused: 0, stands: 0 };
      tally.set(name, entry);
      if (judged.result === "proved") entry.stands++;
      else entry.refused++;
      if (judged.result === "proved" && !mayStand) wrong.push(`${name}: ${text}`);
      if (judged.result === "refused" && judged.member === undefined && judged.step === undefined)
        wrong.push(`${name}: refused without a place: ${judged.reason}`);
    }
  }
  return wrong;
}

describe("one thing changed is refused where no proof is left", () => {
  test.each(readdirSync(folder).filter((name) => name.endsWith(".txt")))("%s", (file) => {
    expect(faultsOf(casesOf(file))).toEqual([]);
  });

  test.each([1, 21, 41])("networks from seed %i", (seed) => {
    expect(faultsOf(networks(seed, seed + 12))).toEqual([]);
  });

  test("each change was tried often enough", () => {
    if (process.env.CERTIFY_COUNTS !== undefined) console.log(certificates, Object.fromEntries(tally));
    expect(certificates).toBeGreaterThan(200);
    for (const { name } of changes) expect(tally.get(name)?.refused, name).toBeGreaterThan(10);
  });
});

test("time does not pass where it stands, even if no clock would show it", () => {
  const text = "process P() { state A, B; commit A; init A; trans A -> B { }; } system P;";
  const subject = subjectOf(new TextEncoder().encode(text), "m.xta")!;
  const lines = prove(subject, queryOf(subject, "E<> P.B")!).lines!;
  const late = lines.map((line, k) => (k === 1 ? line.replace('"delay":"0"', '"delay":"1/3"') : line));
  expect(late).not.toEqual(lines);
  expect(judge(subject, late)).toMatchObject({
    result: "refused",
    member: 1,
    reason: "time may not pass for so long",
  });
});

/** `npm run bench -- mutations` tries more. */
test("whatever is changed at random is refused, or another program finds that it still is a proof", () => {
  const tally = newTally();
  // Fischer's protocol is certified up to permutations.
  const isTried = ([{ name }, text]: Asked, k: number): boolean =>
    k % 24 === 0 || (name === "fischer.xml" && text === "A[] not deadlock");
  const apart = `process P() { state A, B; init A; trans A -> B { guard false; }; }
    process Q() { state A, B; init A; trans A -> B { }; } system P, Q;`;
  const leftOut: Asked = [subjectOf(new TextEncoder().encode(apart), "apart.xta")!, "A[] not P.B"];
  tryMutants([...[...written()].filter(isTried), ...randomly(1, 40), leftOut], 1, 1, tally);
  expect(tally.wrong).toEqual([]);
  expect([...tally.changes.keys()].sort()).toEqual([...kinds].sort());
  expect(tally.certificates).toBeGreaterThan(30);
});
