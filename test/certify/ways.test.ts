import { describe, expect, test } from "vitest";
import { judge, proveAll, queryOf, type Subject, subjectOf } from "./prove.ts";

/**
 * Ways: loops, runs that violate `-->`, values that are only approached, that have no limit, or that fill intervals. Each is
 * certified and accepted, and with one thing changed it is refused.
 */
const round = `
clock x, t;
int n;
process P() {
  state Wait { x <= 3 }, Work { x < 5 }, Done;
  init Wait;
  trans
    Wait -> Work { guard x >= 1; assign x = 0, n = 1 - n; },
    Work -> Wait { guard x > 2; assign x = 0; },
    Work -> Done { guard n == 7; };
}
system P;
`;

const still = `
clock x;
int n;
process P() {
  state A { x <= 2 }, B, C;
  init A;
  trans
    A -> B { guard x >= 1; assign n = 3; },
    B -> C { guard x >= 4; assign n = 5; };
}
system P;
`;

function subject(text: string): Subject {
  return subjectOf(new TextEncoder().encode(text), "model.xta")!;
}

// biome-ignore lint/suspicious/noExplicitAny: lines of JSON, changed at will
type Line = any;

/** The certificates of an answer as lines, each of them accepted. */
function certificates(text: string, query: string): readonly (readonly Line[])[] {
  const about = subject(text);
  return proveAll(about, queryOf(about, query)!).map(({ judgement, lines, reason }) => {
    expect([reason, judgement?.reason, judgement?.result]).toEqual([undefined, undefined, "proved"]);
    return lines!.map((line) => JSON.parse(line));
  });
}

/** What the checker says of a certificate with one thing changed. */
function changed(text: string, lines: readonly Line[], change: (lines: Line[]) => void): string {
  const copy: Line[] = structuredClone([...lines]);
  change(copy);
  copy[copy.length - 1] = { end: copy.length - 2 };
  return judge(
    subject(text),
    copy.map((line) => `${JSON.stringify(line)}\n`),
  ).result;
}

describe("loops", () => {
  test.each(["A<> P.Done", "E[] not P.Done", "P.Work --> P.Done", "E[] x <= 5", "n == 1 --> x > 4"])("%s", (query) => {
    const [lines] = certificates(round, query);
    expect(lines![0]).toMatchObject({ proof: "way", ending: "loop" });
    const { loop } = lines![0];
    const refuses = (change: (lines: Line[]) => void): void =>
      expect(changed(round, lines!, change)).not.toBe("proved");
    refuses((l) => void (l[0].loop = 100));
    refuses((l) => void (l[loop].zones = []));
    refuses((l) => void delete l[loop].zones);
    refuses((l) => void l.splice(1, 1));
    refuses((l) => void l.splice(-2, 1));
    refuses((l) => void (l[loop].state[0] = 2));
    refuses((l) => void (l.at(-2).state[1] += 1));
    refuses((l) => void (l[0].ending = "deadlock"));
    refuses((l) => void (l[0].ending = "divergence"));
    refuses((l) => void delete l[0].ending);
    // Clock values from which no round can be gone, beside those from which it can.
    refuses((l) =>
      l[loop].zones.push(l[loop].zones[0].map((_: unknown, k: number) => (k === 3 ? 2001 : k === 1 ? -1999 : null))),
    );
  });

  test("a loop does not prove more than it does", () => {
    const [lines] = certificates(round, "A<> P.Done");
    for (const query of ["A<> P.Work", "A<> x >= 1", "A<> true"])
      expect(changed(round, lines!, (l) => void (l[0].query = query))).toBe("refused");
    const [leads] = certificates(round, "P.Work --> P.Done");
    for (const query of ["P.Work --> P.Wait", "P.Done --> P.Done", "false --> P.Done"])
      expect(changed(round, leads!, (l) => void (l[0].query = query))).toBe("refused");
  });
});

describe("runs that violate --> and end", () => {
  test.each([
    ["P.B --> n == 7", "deadlock"],
    ["P.A --> n == 5", "divergence"],
  ])("%s", (query) => {
    const [lines] = certificates(still, query);
    expect(lines![0]).toMatchObject({ proof: "way", outcome: "violated" });
    const refuses = (change: (lines: Line[]) => void): void =>
      expect(changed(still, lines!, change)).not.toBe("proved");
    refuses((l) => void (l[0].begin = 9));
    refuses((l) => void (l[0].begin = 0));
    refuses((l) => void (l[0].query = "n == 4 --> n == 7"));
    refuses((l) => void (l[0].query = "P.A --> n == 3"));
    refuses((l) => void (l.at(-2).state[1] += 1));
    refuses((l) => void l.splice(1, 1));
    refuses((l) => void (l[0].ending = "loop"));
    refuses((l) => void (l[0].outcome = "satisfied"));
  });
});

describe("values", () => {
  const proofs = (all: readonly (readonly Line[])[]): readonly string[] => all.map(([header]) => header.proof);

  test("a limit that is approached", () => {
    const all = certificates(round, "sup{P.Work}: x");
    expect(proofs(all)).toEqual(["unreachable", "taken"]);
    const refuses = (change: (lines: Line[]) => void): void =>
      expect(changed(round, all[1]!, change)).not.toBe("proved");
    refuses((l) => void (l[0].limit.bound = 6));
    refuses((l) => void (l[0].limit.strict = false));
    refuses((l) => void (l[0].limit.bound = null));
    refuses((l) => void (l[0].limit.term = 1));
    refuses((l) => void (l[0].query = "inf{P.Work}: x"));
    refuses((l) => void (l[0].query = "sup{P.Wait}: x"));
    refuses((l) => void (l[0].values = { term: 0, intervals: [] }));
    refuses((l) => void l.splice(1, 1));
    refuses((l) => void (l.at(-2).state[0] = 2));
  });

  test("no limit, by a round that takes time", () => {
    const [lines, ...more] = certificates(round, "sup: t");
    expect(more).toEqual([]);
    expect(lines![0]).toMatchObject({ proof: "taken", limit: { bound: null } });
    expect(lines![0].loop).toBeGreaterThan(0);
    const { loop } = lines![0];
    const refuses = (change: (lines: Line[]) => void): void =>
      expect(changed(round, lines!, change)).not.toBe("proved");
    refuses((l) => void delete l[0].loop);
    refuses((l) => void (l[loop].zones = []));
    refuses((l) => void (l[0].query = "sup: x"));
    refuses((l) => void (l[0].query = "sup{P.Done}: t"));
    refuses((l) => void (l[0].query = "sup: n"));
    refuses((l) => void l.splice(-2, 1));
    refuses((l) => void (l[0].limit.bound = -1));
  });

  test("a round passes every value only of a term that stays the same", () => {
    const [, lines] = certificates(round, "bounds: t");
    expect(lines![0].loop).toBeGreaterThan(0);
    for (const query of ["bounds: t + 9 * n", "bounds: t + 9 * P.Work", "bounds{P.Wait}: t"])
      expect(
        changed(round, lines!, (l) => void (l[0].query = query)),
        query,
      ).toBe("refused");
  });

  test("what is infinite above has no limit from below", () => {
    const [lines] = certificates(round, "sup: t");
    expect(changed(round, lines!, (l) => void (l[0].query = "inf: t"))).toBe("unreadable");
  });

  test("no limit, where one may stay", () => {
    const [lines] = certificates(still, "sup: x");
    expect(lines![0].loop).toBeUndefined();
    expect(changed(still, lines!, (l) => void l.splice(2, l.length - 3))).toBe("refused");
    expect(changed(still, lines!, (l) => void (l[0].query = "sup{P.A}: x"))).toBe("refused");
  });

  test.each([
    [
      "bounds: n",
      [
        [0, 0, 0, 0],
        [3, 0, 3, 0],
        [5, 0, 5, 0],
      ],
    ],
    ["bounds{P.A}: x, n", [[0, 0, 2, 0]]],
    ["bounds{P.C}: x", [[4, 0, null, 1]]],
  ])("%s", (query, intervals) => {
    const all = certificates(still, query);
    expect(proofs(all).slice(0, 2)).toEqual(["unreachable", "taken"]);
    for (const lines of all.slice(0, 2)) {
      expect(lines[0].values).toEqual({ term: 0, intervals });
      const refuses = (change: (lines: Line[]) => void): void =>
        expect(changed(still, lines, change)).not.toBe("proved");
      const isOutside = lines[0].proof === "unreachable";
      refuses(({ 0: { values } }) => void (values.intervals[0][0] += isOutside ? 1 : -1));
      refuses(
        ({ 0: { values } }) => void (isOutside ? (values.intervals.at(-1)[2] = 1) : (values.intervals[0][0] = -9)),
      );
      refuses(({ 0: { values } }) => void (isOutside ? values.intervals.pop() : values.intervals.push([-9, 0, -8, 0])));
      refuses((l) => void (l[0].values.term = 5));
      refuses((l) => void (l[0].limit = { term: 0, bound: 1, strict: false }));
      refuses((l) => void (l[0].values.intervals[0][0] = null));
      refuses((l) => void (l[0].values.intervals[0][1] = 7));
      refuses((l) => void l.splice(1, 1));
    }
  });

  test("what has no value", () => {
    const all = certificates(still, "sup{n == 9}: x");
    expect(proofs(all)).toEqual(["unreachable"]);
    expect(changed(still, all[0]!, (l) => void (l[0].query = "sup{n == 3}: x"))).toBe("refused");
  });
});
