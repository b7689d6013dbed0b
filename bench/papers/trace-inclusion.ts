/**
 * `bench papers trace-inclusion`: what Bourke and Sowmya (2007) print of numbers: the ways to part the edges of a location by
 * their channels (section 3.2), the five predicates for three edges with two subscripts, and the edges of Figure 3.4. Ours
 * are the testers that `zonal transform test --partition` makes, as the report does, and beside them those of sweeping, which
 * is the default. Where a printed predicate is wrong, that is counted over all values of the subscripts. The rest of the
 * report prints drawings and no figures; the drawings are tests (`test/transform/figures.test.ts`).
 */
import { check, type Edge, type Expr, makeTest, read } from "../../src/index.ts";
import { beside, NONE, sameness, standing } from "./standing.ts";

export async function run(): Promise<number> {
  bell();
  predicates();
  figure();
  return 0;
}

/** The edges of the tester from the location of the specification to the error, on what the specification receives. */
function refusals(text: string, partition: boolean, also = ""): readonly Edge[] | string {
  const source = read(text, { name: "specification.xta" });
  if (source.format === "tck") throw new Error("not UPPAAL's");
  const model = check(source.tree);
  const made = makeTest(model, model.templates[0]!, {
    definition: true,
    flip: { edges: 8, choices: 256, ...(partition ? { partition: true } : {}) },
  });
  if ("refusal" in made) return made.refusal;
  return made.template.edges.filter(
    ({ source, target, sync }) =>
      source.name === "s0" && target.name !== "s0" && (also !== "" || sync?.value.direction === "!"),
  );
}

/** Edges from one location, each on an element of the array that a variable of its own names. */
function edges(m: number, dimensions: number): string {
  const names = Array.from({ length: m }, (_, k) => Array.from({ length: dimensions }, (_, d) => `e${d + 1}_${k + 1}`));
  const trans = names.map((e) => `s0 -> s0 { guard x >= 1; sync c${e.map((n) => `[${n}]`).join("")}?; }`);
  return `chan c${"[3]".repeat(dimensions)}; process S() { clock x; int[0,2] ${names.flat().join(", ")}; state s0; init s0; trans ${trans.join(", ")}; } system S;`;
}

function bell(): void {
  const printed = [1, 2, 5, 15, 52, 203, 877];
  const rows = printed.slice(0, -1).map((b, i) => {
    const m = i + 1;
    const [parted, swept] = [refusals(edges(m, 1), true), refusals(edges(m, 1), false)];
    if (typeof parted === "string" || typeof swept === "string") throw new Error(`${parted} ${swept}`);
    // An edge for each block of each partition, B(m + 1) - B(m) of them, and one for all elements that nobody names.
    const next = parted.length - 1 + b;
    return [m, b, printed[m]!, parted.length, next, swept.length, sameness(next === printed[m], "other partitions")];
  });
  console.log("\nSection 3.2: ways to part m edges on one channel array (Bell numbers), by the edges of the tester");
  console.log(
    beside(["m", "B(m)", "B(m+1), paper", "edges", "so B(m+1) is", "edges, swept", "against the paper"], rows),
  );
}

type Valuation = Readonly<Record<string, number>>;

function predicates(): void {
  const valuations: Valuation[] = Array.from({ length: 3 ** 6 }, (_, v) =>
    Object.fromEntries(["e1_1", "e2_1", "e1_2", "e2_2", "e1_3", "e2_3"].map((n, k) => [n, Math.floor(v / 3 ** k) % 3])),
  );
  const made = refusals(edges(3, 2), true);
  if (typeof made === "string") throw new Error(made);
  const ours = made.map(
    ({ guard }) =>
      (v: Valuation) =>
        guard === undefined || holds(guard.value, { ...v, x: 0 }),
  );
  const rows = printedPredicates.map(({ blocks, printed }) => {
    const really = (v: Valuation): boolean =>
      [1, 2, 3].every((i) =>
        [1, 2, 3].every((j) => {
          const same = v[`e1_${i}`] === v[`e1_${j}`] && v[`e2_${i}`] === v[`e2_${j}`];
          return same === blocks.some((b) => b.includes(i) && b.includes(j));
        }),
      );
    const wrong = (says: (v: Valuation) => boolean): number => valuations.filter((v) => says(v) !== really(v)).length;
    const least = Math.min(...ours.map(wrong));
    return [
      blocks.map((b) => `[${b.join(", ")}]`).join(" "),
      valuations.filter(really).length,
      wrong(printed),
      least,
      least === 0 && wrong(printed) > 0 ? "better" : sameness(least === 0, "no edge has this guard"),
    ];
  });
  console.log("\nSection 3.2: predicates of the partitions of three edges with two subscripts, over 729 valuations");
  console.log(
    beside(["partition", "holds in", "paper: wrong in", "guards of ours: wrong in", "against the paper"], rows),
  );
}

const eq = (v: Valuation, d: number, a: number, b: number): boolean => v[`e${d}_${a}`] === v[`e${d}_${b}`];

/** As printed, subscript for subscript. */
const printedPredicates: readonly {
  readonly blocks: readonly (readonly number[])[];
  readonly printed: (v: Valuation) => boolean;
}[] = [
  { blocks: [[1, 2, 3]], printed: (v) => eq(v, 1, 1, 2) && eq(v, 2, 1, 2) && eq(v, 1, 1, 3) && eq(v, 2, 1, 3) },
  { blocks: [[1, 2], [3]], printed: (v) => eq(v, 1, 1, 2) && eq(v, 2, 1, 2) && !(eq(v, 1, 1, 3) && eq(v, 2, 1, 3)) },
  { blocks: [[1], [2, 3]], printed: (v) => eq(v, 2, 1, 3) && eq(v, 2, 2, 3) && !(eq(v, 1, 1, 2) && eq(v, 1, 1, 3)) },
  { blocks: [[1, 3], [2]], printed: (v) => eq(v, 1, 1, 3) && eq(v, 2, 1, 3) && !(eq(v, 1, 1, 2) && eq(v, 2, 1, 2)) },
  {
    blocks: [[1], [2], [3]],
    printed: (v) =>
      !(eq(v, 1, 1, 2) && eq(v, 1, 1, 3)) && !(eq(v, 2, 1, 2) && eq(v, 2, 1, 3)) && !(eq(v, 1, 2, 3) && eq(v, 2, 2, 3)),
  },
];

function holds(e: Expr, v: Valuation): boolean {
  return value(e, v) !== 0;
}

/** Of what stands in such guards. */
function value(e: Expr, v: Valuation): number {
  if (e.kind === "int") return e.value;
  if (e.kind === "name") return v[e.name]!;
  if (e.kind !== "binary") throw new Error(`${e.kind} in a guard of a partition`);
  const [a, b] = [value(e.left, v), value(e.right, v)];
  const results: Readonly<Record<string, number>> = {
    "==": Number(a === b),
    "!=": Number(a !== b),
    "&&": a * b,
    "||": a + b,
    "<": Number(a < b),
  };
  const result = results[e.op];
  if (result === undefined) throw new Error(`${e.op} in a guard of a partition`);
  return result;
}

function figure(): void {
  const text = `const int N1=3, N2=2; chan c[N1][N2]; process S() { clock x; int[0,N1-1] head=0, tail=0; int[0,N2-1] i=0, j=1; state s0; init s0;
    trans s0 -> s0 { guard x<=3 && (head<tail || head==N1-1); sync c[head][j]!; assign head=(head+1)%N1; },
      s0 -> s0 { guard x>=5; sync c[tail][i]!; assign tail=(tail+1)%N1, x=0; }; } system S;`;
  const [parted, swept] = [refusals(text, true, "both"), refusals(text, false, "both")];
  console.log(
    "\nFigure 3.4: edges to the error state (alternatives of data and clocks may stand in one guard, which saves two)",
  );
  console.log(
    beside(
      ["", "paper", "ours", "against the paper"],
      [
        ["by partitions", 7, parted.length, standing(parted.length, 7, "more edges")],
        ["swept", "", swept.length, NONE],
      ],
    ),
  );
}
