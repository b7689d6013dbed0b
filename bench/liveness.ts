import { parseArgs } from "node:util";
import { assert } from "../src/base/index.ts";
import { check, checkQuery } from "../src/model/index.ts";
import { instantiate, instantiateQuery, type Network, type NetworkQuery } from "../src/network/index.ts";
import { type Verdict, verify } from "../src/search/index.ts";
import { Fragment, parseQuery, parseXta } from "../src/syntax/index.ts";
import { table } from "./table.ts";

/**
 * `bench liveness`: `p --> q` on families of growing models, by the compiled engine and by the interpreter in the same run.
 * Seconds are processor time; symmetries are not used, so that both explore the same model.
 */
interface Question {
  readonly name: string;
  readonly model: (n: number) => string;
  readonly query: string;
  readonly sizes: readonly number[];
}

const questions: readonly Question[] = [
  { name: "fischer", model: fischer, query: "P(1).req --> P(1).wait", sizes: [3, 4, 5, 6, 7, 8] },
  { name: "train gate", model: trainGate, query: "Train(0).Appr --> Train(0).Cross", sizes: [3, 4, 5, 6, 7] },
];

export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { timeout: { type: "string", default: "30" } } });
  const timeout = 1000 * Number(values.timeout);
  const rows: (string | number)[][] = [];
  let differ = 0;
  for (const { name, model, query, sizes } of questions) {
    let hopeless = false;
    for (const n of sizes) {
      const [network, asked] = ready(model(n), query);
      const compiled = timed(network, asked, timeout, true);
      const interpreted: Timed | undefined = hopeless ? undefined : timed(network, asked, timeout, false);
      hopeless ||= interpreted?.verdict.outcome === "unknown";
      const known = [compiled, interpreted].filter((one) => one && one.verdict.outcome !== "unknown");
      if (new Set(known.map((one) => one?.verdict.outcome)).size > 1) differ++;
      rows.push([
        name,
        n,
        compiled.verdict.outcome,
        compiled.verdict.statistics.explored,
        compiled.seconds.toFixed(2),
        interpreted === undefined || interpreted.verdict.outcome === "unknown" ? "-" : interpreted.seconds.toFixed(2),
        interpreted === undefined || interpreted.verdict.outcome === "unknown"
          ? "-"
          : (interpreted.seconds / compiled.seconds).toFixed(1),
      ]);
    }
  }
  console.log(table(["model", "n", "answer", "explored", "compiled s", "interpreted s", "times"], rows));
  if (differ > 0) console.log(`${differ} answers differ`);
  return differ > 0 ? 1 : 0;
}

interface Timed {
  readonly verdict: Verdict;
  readonly seconds: number;
}

function timed(network: Network, query: NetworkQuery, timeout: number, compiled: boolean): Timed {
  const now = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const start = now();
  const verdict = verify(network, query, { compiled, timeout, now, memory: 2 ** 31, symmetry: false });
  return { verdict, seconds: (now() - start) / 1000 };
}

function ready(xta: string, text: string): [Network, NetworkQuery] {
  const { made } = instantiate(check(parseXta(xta).tree));
  const { query: tree } = parseQuery(Fragment.of(text));
  assert(made !== undefined && tree !== undefined, "the models of this bench are right");
  const { query } = instantiateQuery(made, checkQuery(made.model, tree), text);
  assert(query !== undefined, "the queries of this bench are right");
  return [made.network, query];
}

function fischer(n: number): string {
  return `typedef int[1,${n}] id_t;
int[0,${n}] id;
process P(const id_t pid) {
clock x;
state A, req { x <= 2 }, wait, cs;
init A;
trans
A -> req { guard id == 0; assign x = 0; },
req -> wait { guard x <= 2; assign x = 0, id = pid; },
wait -> req { guard id == 0; assign x = 0; },
wait -> cs { guard x > 2 && id == pid; },
cs -> A { assign id = 0; };
}
system P;
`;
}

/** Trains queue for a bridge; the gate lets them go in the order of arrival. */
function trainGate(n: number): string {
  return `typedef int[0,${n - 1}] id_t;
chan appr[${n}], stop[${n}], leave[${n}];
urgent chan go[${n}];
process Train(const id_t id) {
clock x;
state Safe, Appr { x <= 20 }, Stop, Start { x <= 15 }, Cross { x <= 5 };
init Safe;
trans
Safe -> Appr { sync appr[id]!; assign x = 0; },
Appr -> Stop { guard x <= 10; sync stop[id]?; },
Appr -> Cross { guard x >= 10; assign x = 0; },
Stop -> Start { sync go[id]?; assign x = 0; },
Start -> Cross { guard x >= 7; assign x = 0; },
Cross -> Safe { guard x >= 3; sync leave[id]!; };
}
process Gate() {
id_t list[${n + 1}];
int[0,${n}] len;
void dequeue() { int i = 0; len--; while (i < len) { list[i] = list[i + 1]; i++; } list[i] = 0; }
state Free, Occ, Stopping;
commit Stopping;
init Free;
trans
Free -> Occ { select e : id_t; guard len == 0; sync appr[e]?; assign list[len++] = e; },
Free -> Occ { guard len > 0; sync go[list[0]]!; },
Occ -> Stopping { select e : id_t; sync appr[e]?; assign list[len++] = e; },
Occ -> Free { select e : id_t; guard e == list[0]; sync leave[e]?; assign dequeue(); },
Stopping -> Occ { sync stop[list[len - 1]]!; };
}
system Train, Gate;
`;
}
