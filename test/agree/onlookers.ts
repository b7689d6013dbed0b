import type { Random } from "./random-network.ts";

/**
 * Random models of two processes, P and Q, that the queries are about, and one or two others that only listen and count, or
 * stand in the way: by invariants that nothing leaves, loops that take no time, committed locations without an exit,
 * variables and channels that the first two use, counts out of range.
 */
function kept(r: Random, name: string): string {
  const locations = ["A", "B", "C"];
  const guards = ["true", "n < 2", "n > 0", "f", "x > 1", "x <= 2", "y >= 1", "m == 0", "get(0) < 2"];
  const updates = ["x = 0", "n = (n + 1) % 3", "f = !f", "y = 0", "m = 1 - m", "x = 1", "turn(0)"];
  const sync = () => r.pick(["", "", "sync c!; ", "sync c?; ", "sync d!; ", "sync d!; ", "sync d?; ", "sync e?; "]);
  const edge = () => {
    const chosen = [...new Set(r.list(0, 2, () => r.pick(updates)))];
    return `${r.pick(locations)} -> ${r.pick(locations)} { guard ${r.pick(guards)}; ${sync()}${chosen.length > 0 ? `assign ${chosen.join(", ")}; ` : ""}}`;
  };
  const invariant = () => (r.chance(0.3) ? ` { x <= ${r.between(1, 3)} }` : "");
  const still = r.chance(0.3) ? `${r.pick(["commit", "urgent"])} ${r.pick(["B", "C"])};` : "";
  return `process ${name}() { clock x;
  state ${locations.map((l) => `${l}${invariant()}`).join(", ")}; ${still} init A;
  trans ${r.list(3, 5, edge).join(",\n    ")}; }`;
}

/** Mostly harmless, now and then not. */
function other(r: Random, name: string): string {
  const odd = (usual: string, ...others: string[]): string => (r.chance(0.12) ? r.pick(others) : usual);
  const kind = r.pick(["listens", "checks", "waits", "counts"]);
  if (kind === "listens")
    return `process ${name}() { clock t; state U, V, W; ${odd("", "commit V;")} init U;
  trans U -> V { ${odd("sync d?;", "sync c?;", "sync e?;", "")} assign t = 0${odd("", ", n = 0", ", y = 0", ", k++", ", a[0] = 1")}${r.chance(0.4) ? ", a[1] = 2" : ""}; },
    V -> W { guard ${odd("t > 1", "n == 1", "y < 1")}; sync d?; },
    W -> U { ${odd("sync d?;", "", "sync g?;")} }; }`;
  if (kind === "checks")
    return `process ${name}() { clock t; state U, V, W; ${r.pick(["commit", "urgent"])} V; init U;
  trans U -> V { sync d?; ${odd("", "assign f = false;")} },
    V -> ${odd("U", "V")} { guard ${odd("t <= 2", "t < 2", "t <= 2 && m == 0")}; ${odd("assign t = 0;", "")} },
    V -> W { guard t > 2; ${odd("", "sync e!;", "sync g!;")} }${odd("", ", V -> W { sync d?; }")}; }`;
  const guard = r.between(0, 2);
  const bound = guard + r.between(0, 1);
  if (kind === "waits")
    return `process ${name}() { clock t; state U { t <= ${bound} }, V${odd(" { t <= 3 }", " { t <= 1 }", " { t < 2 }")}; init U;
  trans U -> V { guard t >= ${odd(`${guard}`, `${bound + 1}`)}${r.chance(0.4) ? " && n == 1" : ""}; ${odd("", "sync g!;", "sync e!;")} assign t = ${odd("0", "4", "1")}; },
    ${r.chance(0.5) ? `U -> V { guard t >= ${bound}${odd(" && n != 1", " && n == 0")}; assign t = 0; },` : ""}
    V -> U { guard t >= ${odd("1", "0", "3")}; ${odd("assign t = 0;", "")} }; }`;
  return `process ${name}() { clock t; state U { t <= 3 }, V; init U;
  trans U -> V { guard t >= 1; ${odd("", "sync g?;", "sync d?;")} assign t = 0, k++; },
    V -> ${odd("U", "V")} { guard ${odd("t >= 1", "true")}; ${odd("sync d?;", "", "sync g?;")} assign t = 0${odd(", k--", "", ", k = k - 2")}; }; }`;
}

export const onlookersQueries = [
  "E<> P.C && Q.B",
  "A[] n < 2 || f",
  "E<> P.x > 2 && Q.A && n == 1",
  "A<> P.C || Q.C",
  "E[] n < 2",
  "P.B --> Q.B || f",
  "f --> n == 2",
  "sup: n",
  "A<> P.x >= 2 || f",
  "E[] y < 3",
  "P.B --> Q.x > 1",
  "A[] P.x <= 3 || Q.x < 2",
  "E<> get(0) == 2 && P.B",
];

export function onlookersModel(r: Random): string {
  const names = r.chance(0.5) ? ["R"] : ["R", "S"];
  return `int[0,2] n; bool f; int[0,1] m; int[${r.pick(["-1,2", "0,1", "-100,100"])}] k; clock y;
int[0,2] a[2]; int get(int i) { return a[i]; } void turn(int i) { a[i] = (a[i] + 1) % 3; }
chan c; broadcast chan d, e, g;
${kept(r, "P")}
${kept(r, "Q")}
${names.map((name) => other(r, name)).join("\n")}
system ${r.chance(0.5) ? `P, Q, ${names.join(", ")}` : `${names.join(", ")}, Q, P`};`;
}
