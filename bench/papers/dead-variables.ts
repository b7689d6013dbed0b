/**
 * Slomp, Reducing UPPAAL Models through Control Flow Analysis (2010): Tables 1.1 and 7.1 to 7.4 and the printed resets of
 * sections 6.3, 7.1.1 and 7.2.1, side by side with ours. The drawings of the models are lost; they were rebuilt so that the
 * printed numbers come out (the root contention protocol only nearly). "reset" is the model with the resets written in, told
 * apart state by state; "engine" is the original model as `zonal verify` explores it, which also knows dead globals and
 * classes of values.
 *
 * `--quick` leaves out what takes minutes; `--search` tries all forms of the root contention protocol that its resets leave
 * open. The exit code is 1 if a number that should be exact is not.
 */
import { readFileSync } from "node:fs";
import { table } from "../table.ts";
import { searchContention } from "./dead-search.ts";
import { edges10000 } from "./many-edges.ts";
import { type Explored, explore, exploreWithin, reduceText } from "./reduced.ts";
import { beside, NONE, sameness, standing } from "./standing.ts";

export async function run(args: readonly string[]): Promise<number> {
  if (args.includes("--search")) {
    searchContention(rcpLines, line);
    return 0;
  }
  const bench = new Bench(args.includes("--quick"));
  bench.first();
  bench.listing63();
  bench.handshake();
  bench.rootContention();
  bench.everse();
  bench.growth();
  console.log(bench.wrong === 0 ? "\nall exact numbers agree" : `\n${bench.wrong} exact numbers differ`);
  return bench.wrong === 0 ? 0 : 1;
}

/** How long one search of Table 7.4 may take, in ms: with 14 nodes 4.9 million states of some 740 bytes each. */
const PATIENCE = 120_000;

function model(name: string): string {
  // From dist/bench/papers back to the sources.
  return readFileSync(new URL(`../../../bench/papers/models/${name}.xml`, import.meta.url), "utf8");
}

class Bench {
  wrong = 0;
  private readonly quick: boolean;

  constructor(quick: boolean) {
    this.quick = quick;
  }

  first(): void {
    title("Table 1.1: Fig. 1.2, A[] x >= 0");
    const text = model("slomp-fig1-2a");
    const reset = explore(reduceText(text).text);
    const engine = explore(text, { reduce: true });
    const rows = [
      ["before", 50, 50, ...this.exact(explore(text), 50, 50)],
      ["after: reset", 15, 15, ...this.exact(reset, 15, 15)],
      ["after: engine", "", "", ...pair(engine), standing(engine.stored, 15, "more states")],
    ];
    const clocks = explore(model("slomp-fig1-3"));
    this.check(clocks.stored, 4);
    rows.push(["Fig. 1.3, clocks only", "", 4, "", clocks.stored, sameness(clocks.stored === 4, "states differ")]);
    console.log(beside(["", "explored, paper", "stored, paper", "explored", "stored", "against the paper"], rows));
  }

  listing63(): void {
    title("Section 6.3: Fig. 5.1/6.1");
    const text = model("slomp-fig5-1");
    const { resets, text: reduced, live } = reduceText(text);
    const relevant = live.needs.flatMap((rows, p) =>
      rows.flatMap((row, l) =>
        [...row.keys()].map(() => `Relevant: ${live.network.processes[p]!.locations[l]!.name} - x - 1`),
      ),
    );
    const ours = [...relevant, ...resets.map((r) => `${r.rule === "used" ? "A" : "B"}: ${line(r)}`)];
    this.compareLines(
      ours,
      [
        "Relevant: L1 - x - 1",
        "B: In template 1 at edge L0 --> L3, variable - x - was reset to 0",
        "A: In template 1 at edge L1 --> L2, variable - x - was reset to 0",
      ],
      {},
    );
    console.log(
      `states: ${this.mark(explore(text).stored, 30)} before, ${this.mark(explore(reduced).stored, 14)} after (30 and 14 by hand)`,
    );
  }

  handshake(): void {
    title("Section 7.1.1: handshake register, resets");
    const source = model("slomp-handshake");
    const { resets } = reduceText(source);
    this.compareLines(resets.map(line), handshakeLines, {
      wval: "the value passing variable of beginWrite (Definition 32, clause 2), which the thesis resets but does not list",
    });
    title("Table 7.1: handshake register, A[] Reader.check imply y >= 0");
    const paper: readonly (readonly [number, number | undefined, number])[] = [
      [2, 526080, 42624],
      [3, 13655472, 323232],
      [4, undefined, 1377280],
      [5, undefined, 4286880],
      [6, undefined, 10935552],
    ];
    const rows = paper
      .filter(([d]) => !this.quick || d <= 3)
      .map(([d, before, after]) => {
        const text = source.replace("const int D = 2;", `const int D = ${d};`);
        // Without the reduction |D| = 4 has about 150 million states.
        const plain = d <= (this.quick ? 2 : 3) ? explore(text) : undefined;
        const reset = explore(reduceText(text).text);
        const engine = explore(text, { reduce: true });
        if (plain !== undefined && before !== undefined) this.check(plain.stored, before);
        this.check(reset.stored, after);
        return [
          d,
          before ?? "out of memory",
          plain?.stored ?? "-",
          after,
          reset.stored,
          engine.stored,
          seconds(plain),
          seconds(reset),
          seconds(engine),
          standing(engine.stored, after, "more states"),
          sameness(reset.stored === after && (plain?.stored ?? before) === before, "states differ"),
        ];
      });
    console.log(
      beside(
        [
          "|D|",
          "before, paper",
          "before",
          "after, paper",
          "after: reset",
          "after: engine",
          "s before",
          "s reset",
          "s engine",
          "engine",
          "against the paper",
        ],
        rows,
      ),
    );
    console.log("erratum: the paper prints 0,170% for |D| = 3; 323232 / 13655472 is 2,367%");
  }

  rootContention(): void {
    title("Section 7.2.1: root contention protocol, resets");
    const text = model("slomp-rcp");
    const { resets, text: reduced } = reduceText(text);
    this.compareLines(resets.map(line), rcpLines, {});
    title(
      "Tables 7.2 and 7.3: root contention protocol (the model is rebuilt from its resets; its numbers are ours, not the paper's)",
    );
    const because =
      "the drawing is lost; the eight printed resets are the same, but none of the 3,888 forms that they leave open gives the figures (`--search`)";
    const against = ([explored, stored]: readonly [number, number], ours: Explored): (string | number)[] => [
      explored,
      stored,
      ...pair(ours),
      sameness(ours.explored === explored && ours.stored === stored, because),
    ];
    const ask = (query: string, paper: readonly (readonly [number, number])[]): (string | number)[][] => [
      [query, "before", ...against(paper[0]!, explore(text, { query, extra: true }))],
      ["", "after: reset", ...against(paper[1]!, explore(reduced, { query, extra: true }))],
      ["", "after: engine", "", "", ...pair(explore(text, { query, extra: true, reduce: true })), NONE],
    ];
    const rows = [
      ...ask("A[] not deadlock", [
        [233, 225],
        [110, 76],
      ]),
      ...ask("E<> Wire01.filled_both", [
        [48, 41],
        [48, 41],
      ]),
    ];
    console.log(
      beside(["query", "", "explored, paper", "stored, paper", "explored", "stored", "against the paper"], rows),
    );
  }

  everse(): void {
    title("Table 7.4: shortest path tree protocol, A[] true");
    const source = model("slomp-everse");
    const paper = [
      [4, 201, 385],
      [6, 1233, 3107],
      [8, 8601, 26265],
      [10, 67233, 240607],
      [12, 564201, 2335685],
      [14, undefined, undefined],
    ] as const;
    const rows = paper
      .filter(([n]) => n <= (this.quick ? 8 : 14))
      .map(([n, withMeta, without]) => {
        const text = source
          .replace("const int N = 4;", `const int N = ${n};`)
          .replace(/\{ MAX_DIST.*?\}/, `{ ${Array(n).fill("MAX_DIST").join(", ")} }`);
        const reduction = reduceText(text);
        // Past the thesis, whose last row is 12 (its figures are 3^n + 8 (2^n - 1)): 14 nodes have some 23 million states
        // without the reduction.
        const plain = without === undefined ? undefined : exploreWithin(text, PATIENCE);
        const reset = exploreWithin(reduction.text, PATIENCE);
        const engine = exploreWithin(text, PATIENCE, true);
        const expected = withMeta ?? 3 ** n + 8 * (2 ** n - 1);
        if (plain?.isCut === false) this.check(plain.stored, without!);
        if (!reset.isCut) this.check(reset.stored, expected);
        if (!engine.isCut) this.check(engine.stored, expected);
        const isCut = reset.isCut || plain?.isCut === true;
        return [
          n,
          without ?? "-",
          plain === undefined ? "-" : soFar(plain),
          withMeta ?? "-",
          soFar(reset),
          soFar(engine),
          reduction.meta.map((m) => m.variable).join(),
          seconds(plain),
          seconds(reset),
          isCut
            ? `not reproduced: cut off after ${PATIENCE / 1000} s or 4 GiB${withMeta === undefined ? ", past the thesis" : ""}`
            : withMeta === undefined
              ? "better"
              : sameness(plain?.stored === without && reset.stored === withMeta, "states differ"),
        ];
      });
    console.log(
      beside(
        [
          "nodes",
          "no meta, paper",
          "no meta",
          "meta, paper",
          "reduced",
          "engine",
          "made meta",
          "s no meta",
          "s reduced",
          "against the paper",
        ],
        rows,
      ),
    );
    console.log(
      "the thesis's tool reset msg on every receiver and got 268 for 4 nodes, which was wrong; here it becomes meta",
    );
  }

  growth(): void {
    title("Analysis of large models");
    console.log(
      table(["edges", "variables", "facts", "resets", "s reading", "s analysis", "s reduction"], edges10000()),
    );
  }

  private exact({ explored, stored }: Explored, e: number, s: number): (string | number)[] {
    this.check(explored, e);
    this.check(stored, s);
    return [explored, stored, explored === e && stored === s ? "equal" : "DIFFERENT"];
  }

  private mark(ours: number, theirs: number): string {
    this.check(ours, theirs);
    return ours === theirs ? String(ours) : `${ours} (DIFFERENT)`;
  }

  private check(ours: number, theirs: number): void {
    if (ours !== theirs) this.wrong++;
  }

  /** Line by line; what only we have needs a reason. */
  private compareLines(
    ours: readonly string[],
    theirs: readonly string[],
    reasons: Readonly<Record<string, string>>,
  ): void {
    for (const text of theirs) {
      if (!ours.includes(text)) this.wrong++;
      console.log(`${ours.includes(text) ? "both " : "PAPER"}  ${text}`);
    }
    for (const text of ours) {
      if (theirs.includes(text)) continue;
      const variable = / - (\S+) - /.exec(text)?.[1] ?? "";
      if (reasons[variable] === undefined) this.wrong++;
      console.log(`ours   ${text}   (${reasons[variable] ?? "NO REASON"})`);
    }
  }
}

function line(r: {
  readonly templateNumber: number;
  readonly source: string;
  readonly target: string;
  readonly variable: string;
  readonly value: string;
}): string {
  return `In template ${r.templateNumber} at edge ${r.source} --> ${r.target}, variable - ${r.variable} - was reset to ${r.value}`;
}

function title(text: string): void {
  console.log(`\n${text}`);
}

function seconds(e: Explored | undefined): string {
  return e === undefined ? "-" : e.seconds.toFixed(1);
}

/** What a search that was cut off had stored by then is a least number. */
function soFar({ stored, isCut }: ReturnType<typeof exploreWithin>): number | string {
  return isCut ? `> ${stored.toLocaleString("en")}` : stored;
}

function pair({ explored, stored }: Explored): [number, number] {
  return [explored, stored];
}

const handshakeLines = [
  "In template 1 at edge _id0 --> _id4, variable - a - was reset to 0",
  "In template 1 at edge _id3 --> _id2, variable - x - was reset to 0",
  "In template 2 at edge S33 --> S13, variable - vr - was reset to 0",
  "In template 2 at edge S32 --> S12, variable - vr - was reset to 0",
  "In template 2 at edge S13 --> S11, variable - vw - was reset to 0",
  "In template 2 at edge S11 --> S12, variable - v - was reset to 0",
  "In template 2 at edge S33 --> S31, variable - vw - was reset to 0",
  "In template 2 at edge S31 --> S32, variable - v - was reset to 0",
  "In template 2 at edge S23 --> S21, variable - vw - was reset to 0",
  "In template 2 at edge S21 --> S22, variable - v - was reset to 0",
  "In template 2 at edge S31 --> S11, variable - vr - was reset to 0",
  "In template 3 at edge _id15 --> _id14, variable - b - was reset to 0",
  "In template 3 at edge _id15 --> _id14, variable - c - was reset to 0",
  "In template 3 at edge check --> _id18, variable - y - was reset to 0",
];

const rcpLines = [
  "In template 1 at edge filled_both --> filled_one, variable - m2 - was reset to 0",
  "In template 1 at edge filled_one --> empty, variable - m1 - was reset to 0",
  "In template 1 at edge filled_one --> empty, variable - x - was reset to 0",
  "In template 1 at edge filled_one --> empty, variable - y - was reset to 0",
  "In template 2 at edge rec_idle_slow --> snt_req, variable - x - was reset to 0",
  "In template 2 at edge rec_idle_fast --> snt_req, variable - x - was reset to 0",
  "In template 2 at edge rec_req_fast --> almost_root, variable - x - was reset to 0",
  "In template 2 at edge rec_req_slow --> almost_root, variable - x - was reset to 0",
];
