/**
 * Hand-made networks for each construct that local time has a rule for, or refuses: searched with local times by both
 * engines, they have the answers of the usual search, and what is refused is refused by name.
 */
import { expect, it } from "vitest";
import { type NetworkQuery, open } from "../../src/index.ts";
import { answeredBy, verify } from "../../src/search/index.ts";
import { many } from "../many.ts";

const tick = "process Tick() { clock w; state I { w <= 2 }; init I; trans I -> I { guard w >= 1; assign w = 0; }; }";

const models: Readonly<Record<string, string>> = {
  "the last writer of a variable wins": `int[0,2] v;
    process P() { clock x; state A, B; init A; trans A -> B { guard x >= 2 && x <= 4; assign v = 1; }; }
    process Q() { clock y; state A, B; init A; trans A -> B { guard y >= 3; assign v = 2; }; }
    process R() { clock z; state A, B, C; init A; trans A -> B { guard v == 1 && z >= 4; assign z = 0; }, B -> C { guard v == 2 && z < 1; }; }
    system P, Q, R;`,
  "two read what a third writes twice": `int[0,3] v;
    process P() { clock x; state A { x <= 2 }, B { x <= 5 }, C; init A; trans A -> B { guard x >= 1; assign v = v + 1; }, B -> C { guard x >= 4; assign v = v + 2; }; }
    process Q() { clock y; state A, B, C; init A; trans A -> B { guard v == 1; assign y = 0; }, B -> C { guard v == 3 && y <= 1; }; }
    process R() { clock z; state A, B, C; init A; trans A -> B { guard v == 3; assign z = 0; }, B -> C { guard v <= 2; }; }
    system P, Q, R;`,
  "a broadcast with several receivers of which some are late": `broadcast chan c; int[0,3] n;
    process P() { clock x; state A { x <= 6 }, B, C; init A; trans A -> B { guard x >= 3; sync c!; assign x = 0; }, B -> C { guard x >= 2; sync c!; }; }
    process Q() { clock y; state A, B, C; init A; trans A -> B { guard y >= 4; }, B -> C { sync c?; assign n = n + 1; }, C -> A { guard y <= 5; assign y = 0; }; }
    process R() { clock z; state A { z <= 3 }, B, C; init A; trans A -> B { guard z >= 2; }, B -> C { sync c?; assign n = n + 1; }; }
    system P, Q, R;`,
  "a receiver that a guard on its clock decides": `broadcast chan c;
    process P() { clock x; state A, B; init A; trans A -> B { guard x >= 3 && x <= 7; sync c!; }; }
    process Q() { clock y; state A, B, C; init A; trans A -> B { guard y > 4; sync c?; }, A -> C { guard y <= 6; assign y = 0; }; }
    ${tick} system P, Q, Tick;`,
  "one location is committed and its partner comes late": `chan a; int[0,2] v;
    process P() { clock x; state A { x <= 4 }, K, B; commit K; init A; trans A -> K { guard x >= 2; assign v = 1; }, K -> B { sync a!; assign v = 2; }; }
    process Q() { clock y; state A, B, C; init A; trans A -> B { guard y >= 1; }, B -> C { sync a?; }, B -> A { guard y > 3; assign y = 0; }; }
    process R() { clock z; state A, B; init A; trans A -> B { guard v == 1; }; }
    system P, Q, R;`,
  "two are committed at one time": `chan a; int[0,3] v;
    process P() { clock x; state A, K, B; commit K; init A; trans A -> K { guard x == 3; sync a!; }, K -> B { assign v = v + 1; }; }
    process Q() { clock y; state A, K, B; commit K; init A; trans A -> K { guard y >= 1; sync a?; }, K -> B { guard v == 1; assign v = 3; }; }
    ${tick} system P, Q, Tick;`,
  "a committed process is stuck": `process P() { clock x; state A, K, B; commit K; init A; trans A -> K { guard x >= 3; }, K -> B { guard x >= 5; }; }
    process Q() { clock y; state A, B, C; init A; trans A -> B { guard y >= 2; }, B -> C { guard y >= 4; }; }
    system P, Q;`,
  "an urgent location waits for a partner": `chan a;
    process P() { clock x; state A, U, B; urgent U; init A; trans A -> U { guard x >= 2; }, U -> B { sync a!; }; }
    process Q() { clock y; state A, B, C; init A; trans A -> B { guard y >= 3; assign y = 0; }, B -> C { guard y <= 1; sync a?; }; }
    ${tick} system P, Q, Tick;`,
  "an urgent channel that a variable opens": `urgent chan a; int[0,1] v;
    process P() { state A, B; init A; trans A -> B { guard v == 1; sync a!; }; }
    process Q() { clock y; state A, B; init A; trans A -> B { sync a?; }; }
    process W() { clock z; state A, B; init A; trans A -> B { guard z >= 3; assign v = 1; }; }
    ${tick} system P, Q, W, Tick;`,
  "an urgent broadcast": `urgent broadcast chan a;
    process P() { clock x; state A, B, C; init A; trans A -> B { guard x >= 2; }, B -> C { sync a!; }; }
    process Q() { clock y; state A, B; init A; trans A -> B { sync a?; assign y = 0; }; }
    ${tick} system P, Q, Tick;`,
  "a channel of an array, chosen by what another writes": `chan c[2]; int[0,1] i;
    process P() { clock x; state A, B; init A; trans A -> B { guard x >= 2; sync c[i]!; }; }
    process Q() { clock y; state A, B, C; init A; trans A -> B { guard y <= 3; sync c[0]?; }, A -> C { guard y <= 3; sync c[1]?; }; }
    process W() { clock z; state A { z <= 4 }, B; init A; trans A -> B { guard z >= 3; assign i = 1; }; }
    system P, Q, W;`,
  "a broadcast of an array, chosen by what another writes": `broadcast chan c[2]; int[0,1] i;
    process P() { clock x; state A, B; init A; trans A -> B { guard x >= 2; sync c[0]!; }; }
    process Q() { clock y; state A, B; init A; trans A -> B { sync c[i]?; }; }
    process W() { clock z; state A { z <= 4 }, B; init A; trans A -> B { guard z >= 3; assign i = 1; }; }
    system P, Q, W;`,
  "an invariant that another tightens": `int[0,9] n = 6;
    process P() { clock x; state A { x <= n }, B; init A; trans A -> B { guard x >= 5; }; }
    process Q() { clock y; state A, B; init A; trans A -> B { guard y >= 2 && y <= 5; assign n = 3; }; }
    ${tick} system P, Q, Tick;`,
  "an invariant that another makes false": `int[0,1] n;
    process P() { clock x; state A { n == 0 }, B; init A; trans A -> B { guard x >= 5; }; }
    process Q() { clock y; state A, B; init A; trans A -> B { guard y >= 2; assign n = 1; }; }
    ${tick} system P, Q, Tick;`,
  "a clock that another reads": `clock g;
    process P() { state A, B; init A; trans A -> B { guard g >= 2; assign g = 0; }; }
    process Q() { clock y; state A, B, C; init A; trans A -> B { guard g <= 1 && y >= 2; }, A -> C { guard g > 4; }; }
    ${tick} system P, Q, Tick;`,
  "a clock that another's function sets": `clock g; void restart() { g = 0; }
    process P() { clock x; state A, B; init A; trans A -> B { guard x >= 2; assign restart(); }; }
    process Q() { clock y; state A, B; init A; trans A -> B { guard g <= 1 && y >= 3; }; }
    ${tick} system P, Q, Tick;`,
  "clocks of an array, one of each process": `clock g[2]; int[0,1] v;
    process P() { state A { g[0] <= 4 }, B; init A; trans A -> B { guard g[0] >= 2; assign g[0] = 1, v = 1; }; }
    process Q() { state A, B; init A; trans A -> B { guard g[1] >= 3 && v == 1; assign g[1] = 0; }; }
    system P, Q;`,
  "clocks of an array, chosen by a variable": `clock g[2]; int[0,1] i;
    process P() { state A, B; init A; trans A -> B { guard g[i] >= 4; assign g[i] = 0; }; }
    process Q() { clock y; state A, B; init A; trans A -> B { guard y >= 2; assign i = 1; }; }
    ${tick} system P, Q, Tick;`,
  "a clock that only the query reads": `clock g;
    process P() { clock x; state A { x <= 4 }, B; init A; trans A -> B { guard x >= 2; assign x = 0; }; }
    process Q() { clock y; state A, B { y <= 2 }, C; init A; trans A -> B { guard y >= 5; assign y = 0; }, B -> C { guard y >= 1; }; }
    system P, Q;`,
  "clocks copied and set to values": `chan a;
    process P() { clock x, w; state A, B, C; init A; trans A -> B { guard x >= 2; assign w = x, x = 3; }, B -> C { guard w <= 4 && x >= 4; sync a!; }; }
    process Q() { clock y; state A, B; init A; trans A -> B { guard y <= 5; sync a?; assign y = 7; }; }
    ${tick} system P, Q, Tick;`,
  "a value passed in a meeting": `chan a; int[0,5] m; int[0,5] got;
    process P() { clock x; state A, B; init A; trans A -> B { guard x >= 2; sync a!; assign m = 4; }, B -> A { guard x >= 5; assign m = 1, x = 0; }; }
    process Q() { clock y; state A, B; init A; trans A -> B { sync a?; assign got = m, y = 0; }, B -> A { guard y >= 1; assign got = m; }; }
    ${tick} system P, Q, Tick;`,
  "one cannot go on, and all stand still": `process P() { clock x; state A { x <= 5 }, B { x <= 6 }; init A; trans A -> B { guard x >= 4; }; }
    process Q() { clock y; state A, B, C; init A; trans A -> B { guard y >= 5; assign y = 0; }, B -> C { guard y >= 2; }; }
    system P, Q;`,
  "a step of another order goes out of range": `int[0,1] v;
    process P() { clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; assign v = 1; }; }
    process Q() { clock y; state A, B; init A; trans A -> B { guard y >= 2; assign v = 1 - v; }, B -> A { guard v == 0; assign v = v + 1, y = 0; }; }
    system P, Q;`,
};

/** Of locations of two processes, of clocks of several, of variables; some of all. */
function queriesOf(model: string): readonly string[] {
  const { network } = open(model);
  const [p, q] = network!.processes;
  const names = network!.clocks.slice(1).map((c) => c.name);
  const clocks = names.flatMap((x, k) => [`${x} > 4`, `${x} <= 1 && ${names[(k + 1) % names.length]} >= 3`]);
  const slots = network!.slots.slice(network!.processes.length).map((s) => s.name);
  const places = p!.locations.flatMap((a) => q!.locations.map((b) => `${p!.name}.${a.name} && ${q!.name}.${b.name}`));
  const all = [
    ...places.map((place) => `E<> ${place}`),
    ...places.flatMap((place) => clocks.map((clock) => `E<> ${place} && ${clock}`)),
    ...clocks.map((clock) => `A[] !(${clock})`),
    ...slots.flatMap((s) => clocks.map((clock) => `E<> ${s} == 1 && ${clock}`)),
  ];
  const every = Math.ceil(all.length / many(9));
  return all.filter((_, k) => k % every === 0);
}

it.each(Object.entries(models))("%s", (_, model) => {
  const { network, query, diagnostics } = open(model);
  expect(diagnostics).toEqual([]);
  const found = new Set<string>();
  let answered = 0;
  for (const text of queriesOf(model)) {
    const asked = query(text).query as NetworkQuery;
    const { outcome } = verify(network!, asked, { compiled: false, localTime: false });
    found.add(outcome);
    for (const options of [{ compiled: false }, { reduce: false }, {}]) {
      const verdict = verify(network!, asked, { ...options, localTime: true, trace: "some" });
      expect([text, verdict.outcome, verdict.traceReason]).toEqual([text, outcome, undefined]);
      if (answeredBy(verdict)?.road === "local") answered++;
    }
  }
  expect(found.size, "both answers are asked for").toBeGreaterThan(1);
  expect(answered).toBeGreaterThan(0);
});

const two = (global: string, p: string, q: string, end = "system P, Q;"): string =>
  `${global} process P() { clock x; ${p} } process Q() { clock y; ${q} } ${end}`;
const [A, B] = [
  "state A, B; init A; trans A -> B { guard x >= 1; };",
  "state A, B; init A; trans A -> B { guard y >= 2; };",
];

it.each([
  ["deadlock", two("", A, B), "E<> deadlock", "local time does not keep deadlocks"],
  ["priorities of processes", two("", A, B, "system P < Q;"), "E<> P.B", "priorities compare all steps"],
  ["priorities of channels", two("chan a, b; chan priority a < b;", A, B), "E<> P.B", "priorities compare all steps"],
  ["stopwatches", two("", "state A { x' == 0 }, B; init A; trans A -> B { };", B), "E<> P.B", "there are stopwatches"],
  ["differences in the query", two("", A, B), "E<> P.x - Q.y > 2", "differences of clocks are compared"],
  ["meta variables", two("meta int[0,1] m;", A, B), "E<> P.B", "there are meta variables"],
  [
    "code with every update",
    two("int[0,9] n; before_update { n = 0 }", A, B),
    "E<> P.B",
    "code runs with every update",
  ],
  [
    "clocks that are set by variables",
    two("int[0,9] n = 3;", A.replace("};", "assign x = x + n; };"), B.replace("};", "assign n = 2; };")),
    "E<> P.B",
    "clocks are shifted",
  ],
  [
    "urgent edges with clock guards",
    two("urgent chan a;", A.replace("};", "sync a!; };"), B.replace("};", "sync a?; };")),
    "E<> P.B",
    "an edge over an urgent channel has a clock guard",
  ],
  [
    "one clock for all",
    "clock g; process P() { state A, B; init A; trans A -> B { guard g > 1; }; } process Q() { state A, B; init A; trans A -> B { guard g > 2; }; } system P, Q;",
    "E<> P.B",
    "all processes share a time: the last two groups are joined by the clock g",
  ],
])("refuses %s", (_, model, text, why) => {
  const { network, query } = open(model);
  const { query: asked } = query(text);
  const local = verify(network!, asked!, { localTime: true, reduce: false });
  expect(local.roads?.find((r) => r.road === "local")).toMatchObject({ what: "refused", why });
  expect(local.outcome).toBe(verify(network!, asked!, { compiled: false, localTime: false }).outcome);
});
