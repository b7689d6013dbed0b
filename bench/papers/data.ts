/**
 * `npm run bench -- papers data`: models whose data is only compared and copied, without symmetries and with them (all else
 * off): what is stored, and the time. The models are small on purpose, and grow by the number of values.
 */
import { ask } from "./symmetry-measure.ts";

/** A queue of n places; who takes a value compares it with the last one. */
const queueOf = (
  n: number,
  values: number,
): string => `const int N = ${n}; typedef int[1,${values}] data; typedef int[0,${values}] some;
some buf[N], msg; int[0,N] len;
void push(data d) { buf[len] = d; len++; }
some pop() { some d = buf[0]; for (i : int[0,N-2]) buf[i] = buf[i+1]; len--; buf[N-1] = 0; return d; }
process In() { state A; init A; trans A -> A { select d : data; guard len < N; assign push(d); }; }
process Out() { some last; state A, B; init A; trans A -> B { guard len > 0; assign msg = pop(); },
  B -> A { guard msg == last; }, B -> A { guard msg != last; assign last = msg; }; }
system In, Out;
`;

/** The alternating bit protocol over channels that lose what they carry, with a look at what arrives. */
const alternatingBit = (values: number): string => `typedef int[1,${values}] data; typedef int[0,${values}] some;
some sent, got, wire; int[0,1] sbit, rbit, wirebit, ackbit; bool full, acked, bad;
process Sender() { clock t; state Idle, Wait { t <= 5 }; init Idle; trans
  Idle -> Wait { select d : data; assign sent = d, wire = d, wirebit = sbit, full = true, t = 0; },
  Wait -> Wait { guard t >= 5; assign wire = sent, wirebit = sbit, full = true, t = 0; },
  Wait -> Idle { guard acked && ackbit == sbit; assign acked = false, sbit = 1 - sbit, bad = got != sent; },
  Wait -> Wait { guard acked && ackbit != sbit; assign acked = false; }; }
process Receiver() { state R; init R; trans
  R -> R { guard full && wirebit == rbit; assign full = false, got = wire, ackbit = wirebit, acked = true, rbit = 1 - rbit; },
  R -> R { guard full && wirebit != rbit; assign full = false, ackbit = wirebit, acked = true; }; }
process Loss() { state L; init L; trans L -> L { guard full; assign full = false; }, L -> L { guard acked; assign acked = false; }; }
system Sender, Receiver, Loss;
`;

/** A token with a colour that each of n processes remembers when it had it. */
const tokenOf = (
  n: number,
  colours: number,
): string => `const int N = ${n}; typedef int[1,N] id_t; typedef int[0,${colours}] colour_t;
int[0,N] at; colour_t colour;
process P(const id_t i) { colour_t mine; clock x; state W, H { x <= 2 }; init W; trans
  W -> H { guard at == 0 && colour != mine; assign at = i, mine = colour, x = 0; },
  W -> H { guard at == 0 && colour == mine; assign at = i, x = 0; },
  H -> W { guard x >= 1; assign at = 0; },
  H -> W { select c : int[1,${colours}]; guard x >= 1; assign at = 0, colour = c; }; }
system P;
`;

/** Election in a ring by identities that are drawn, and compared for equality only: who receives its own has been round. */
const election = (
  n: number,
  identities: number,
): string => `const int N = ${n}; typedef int[0,N-1] pos_t; typedef int[1,${identities}] id_t;
int[0,${identities}] id[N], link[N];
process P(const pos_t p) { state I, A, L; init I; trans
  I -> A { select v : id_t; guard (forall (q : pos_t) id[q] != v) && link[(p + 1) % N] == 0; assign id[p] = v, link[(p + 1) % N] = v; },
  A -> A { guard link[p] != 0 && link[p] != id[p] && link[(p + 1) % N] == 0; assign link[(p + 1) % N] = link[p], link[p] = 0; },
  A -> L { guard link[p] != 0 && link[p] == id[p]; assign link[p] = 0; }; }
system P;
`;

const rows: readonly (readonly [string, string, string])[] = [
  ["queue, 4 places, 3 values", queueOf(4, 3), "A[] len <= N"],
  ["queue, 4 places, 6 values", queueOf(4, 6), "A[] len <= N"],
  ["queue, 4 places, 100 values", queueOf(4, 100), "A[] len <= N"],
  ["alternating bit, 2 values", alternatingBit(2), "A[] not bad"],
  ["alternating bit, 20 values", alternatingBit(20), "A[] not bad"],
  ["token, 3 processes, 4 colours", tokenOf(3, 4), "A[] not deadlock"],
  ["token, 5 processes, 4 colours", tokenOf(5, 4), "A[] not deadlock"],
  ["election, 3 places, 6 identities", election(3, 6), "A[] not (P(0).L and P(1).L and id[0] == id[1])"],
  ["election, 4 places, 8 identities", election(4, 8), "A[] not (P(0).L and P(1).L and id[0] == id[1])"],
];

export async function run(args: readonly string[]): Promise<number> {
  const timeout = Number(args[0] ?? 30) * 1000;
  let differ = 0;
  console.log("| model | without | s | with | s | canonical |\n|---|---|---|---|---|---|");
  for (const [name, text, query] of rows) {
    const [without, reduced] = [ask(text, query, false, timeout), ask(text, query, true, timeout)];
    if (without.outcome !== "unknown" && without.outcome !== reduced.outcome) differ++;
    const stored = without.outcome === "unknown" ? `more than ${without.stored}` : `${without.stored}`;
    console.log(
      `| ${name} | ${stored} | ${without.seconds.toFixed(2)} | ${reduced.stored} | ${reduced.seconds.toFixed(2)} | ${reduced.canonical} |`,
    );
  }
  return differ > 0 ? 1 : 0;
}
