/**
 * Random models of processes that wait in a queue, from a seed. What leaves a cell writes a number over it, cells begin with
 * numbers, and so do variables that hold an element for a while: mostly nobody reads these numbers. Traps read them after
 * all, by guards, channels, indices, functions, other processes, copies or queries.
 */
import type { Random } from "./random-network.ts";
import type { SymmetricModel } from "./symmetric-models.ts";

/** What reads a cell that is behind the queue, or may be. */
const guards = [
  "q[0] == 0",
  "q[len] == 1",
  "q[N-1] == e",
  "a[q[len]] == 0",
  "exists (i : id_t) q[i] == e",
  "zeros() > 1",
  "held == 0",
  "held == e",
  "front() == 1",
  "len == 0 || q[len-1] == 0",
];
const updates = [
  "held = q[len]",
  "a[q[N-1]] = 1",
  "n = zeros() > 2 ? 1 : 0",
  "held = 0",
  "other = held",
  "q[0] = 0",
  "n = q[0] == 1 ? 1 : 0",
  "copy = q",
  "len = 0",
  "q[len] = 1",
  "a[held] = 1",
];

export function queueModel(r: Random): SymmetricModel {
  const size = r.between(2, 4);
  const trapped = r.chance(0.5);
  const isGlobal = r.chance(0.25);
  const number = r.chance(0.8) ? 0 : 1;
  const start = r.chance(0.3) ? ` = { ${Array.from({ length: size }, () => r.between(0, size - 1)).join(", ")} }` : "";
  const free = r.pick([`q[i] = ${number};`, `q[i] = ${number};`, `q[len] = ${number};`, ""]);
  const shift = r.pick([
    "while (i < len) { q[i] = q[i + 1]; i++; }",
    "for (i = 0; i < len; i++) q[i] = q[i + 1];",
    "while (i + 1 < N) { q[i] = q[i + 1]; i++; }",
    "for (i = 0; i + 1 < N; i++) if (i < len) q[i] = q[i + 1];",
  ]);
  const enqueue = r.pick(["q[len] = t; len++;", "q[len++] = t;", "len++; q[len - 1] = t;"]);
  const trap = (of: readonly string[]): string => (trapped && r.chance(0.35) ? r.pick(of) : "");
  const and = (guard: string): string => [guard, trap(guards)].filter((g) => g !== "").join(" && ") || "true";
  const then = (...list: string[]): string => {
    const more = r.chance(0.4) ? [r.pick(["held = e", "n = 1", "n = 0"])] : [];
    const all = [...list, ...more, trap(updates)].filter((u) => u !== "");
    return all.length === 0 ? "" : `assign ${all.join(", ")}; `;
  };
  const queue = `id_t q[N]${start}; int[0,N] len; id_t held${r.chance(0.5) ? ` = ${r.between(0, size - 1)}` : ""}, other; id_t copy[N];
void enqueue(id_t t) { ${enqueue} }
void dequeue() { int i = 0; len--; ${shift} ${free} }
id_t front() { return q[0]; }
id_t tail() { return q[len - 1]; }
int zeros() { int i; int z = 0; for (i = 0; i < N; i++) if (q[i] == 0) z++; return z; }
`;
  const watcher =
    trapped && isGlobal ? `S -> T { guard ${r.pick(["q[1] == 0", "held == 1", "zeros() == 1", "len == 1"])}; }` : "";
  const extra = r.chance(0.4)
    ? `, ${r.pick(["Free", "Occ"])} -> ${r.pick(["Free", "Occ"])} { select e : id_t; guard ${and("n == 0")}; ${then("n = 1")}}`
    : "";
  const leave = r.chance(0.8) ? "e == front()" : "len > 0 && e == front()";
  const text = `const int N = ${size};
typedef int[0,N-1] id_t;
chan appr[N], stop[N], go[N], leave[N]; int[0,1] n; int[0,1] a[N];
${isGlobal ? queue : ""}process Train(const id_t id) { clock x; state Safe, Appr { x <= 6 }, Stop, Cross { x <= 2 }; init Safe;
trans Safe -> Appr { sync appr[id]!; assign x = 0; }, Appr -> Stop { guard x <= 3; sync stop[id]?; }, Appr -> Cross { guard x >= 4; assign x = 0; },
Stop -> Appr { sync go[id]?; assign x = ${r.between(0, 2)}; }, Cross -> Safe { ${r.chance(0.5) ? "guard x >= 1; " : ""}sync leave[id]!; }; }
process Gate() { ${isGlobal ? "" : queue}state Free, Occ, Full; commit Full; init Free;
trans Free -> Occ { select e : id_t; guard ${and("len == 0")}; sync appr[e]?; ${then("enqueue(e)")}},
Free -> Occ { guard len > 0; sync go[front()]!; },
Occ -> Free { select e : id_t; guard ${and(leave)}; sync leave[e]?; ${then("dequeue()")}},
Occ -> Full { select e : id_t; ${trapped && r.chance(0.3) ? `guard ${r.pick(guards)}; ` : ""}sync appr[e]?; ${then("enqueue(e)")}},
Full -> Occ { sync stop[tail()]!; }${extra}; }
process Q() { state S, T; init S; trans T -> S { }${watcher === "" ? "" : `, ${watcher}`}; }
system Train, Gate, Q;
`;
  const g = isGlobal ? "" : "Gate.";
  return {
    text,
    size,
    low: 0,
    queries: [
      "A[] forall (i : id_t) forall (j : id_t) Train(i).Cross && Train(j).Cross imply i == j",
      `A[] ${g}len < N`,
      "A[] not deadlock",
      "A[] not deadlock",
      "E<> Gate.Occ and Q.T",
      `E<> ${g}q[1] == 0 and ${g}len == 2`,
      `E<> ${g}q[N-1] == 1`,
      `A[] ${g}q[N-1] == 0`,
      "E<> Train(0).Cross and Train(1).Stop",
      `E<> forall (i : id_t) i != ${g}held imply Train(i).Stop`,
      "Train(0).Appr --> Train(0).Cross",
      "(exists (i : id_t) Train(i).Appr) --> (exists (i : id_t) Train(i).Cross)",
      "A<> exists (i : id_t) Train(i).Cross",
      `E[] ${g}len < 2`,
      `sup: ${g}len`,
      `sup: ${g}held`,
      "E<> n == 1 and exists (i : id_t) a[i] == 1",
    ],
  };
}
