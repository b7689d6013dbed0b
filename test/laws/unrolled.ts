/**
 * Rounds told once against rounds gone one by one: a run of two rings (see `crowds.ts`) with jumps, its rounds folded, and
 * the same changed a little, which may make it a run of nobody. The concrete semantics goes every round; the trace is made
 * and replayed in closed form. Both must find the same.
 */
import { findJumps } from "../../src/analysis/index.ts";
import { Concrete } from "../../src/engine/index.ts";
import { check, instantiate, open, read, type UppaalSource, verify } from "../../src/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { jumpingQuery, withJumps } from "../../src/reduce/index.ts";
import { foldedTrace, foldJumps } from "../../src/trace/index.ts";
import { type Event, isRounds, type Rounds } from "../../src/trace/rounds.ts";
import { dbm, type Rational, rationals } from "../../src/zones/index.ts";

const { compareRational, minus, plus, rational, ZERO } = rationals;
type Item = Event | Rounds;

/** The run that reaches what is asked, with its rounds told once; undefined if there is none with jumps. */
export function foldedRun(
  text: string,
  query: string,
): { network: Network; items: readonly Item[]; end: Rational } | undefined {
  const { network } = instantiate(check((read(text, { name: "m.xta" }) as UppaalSource).tree)).made!;
  const jumps = findJumps(network, { limit: 1000 });
  if (jumps.length === 0) return undefined;
  const jumping = withJumps(network, jumps);
  const asked = jumpingQuery(open(text, { name: "m.xta" }).query(query).query as NetworkQuery, network, jumping);
  if (asked === undefined) return undefined;
  const { trace } = verify(jumping.network, asked, {
    trace: "some",
    acceleration: false,
    maxStates: 1_000,
    compiled: false,
  });
  if (trace?.concrete !== true) return undefined;
  const items = foldJumps(jumping, trace, 20_000);
  return typeof items === "string" ? undefined : { network, items, end: trace.duration ?? ZERO };
}

/** Why the run cannot be gone round by round. */
export function goneOneByOne(network: Network, items: readonly Item[], end: Rational): string | undefined {
  const machine = new Concrete(network);
  if (!machine.initial()) return "initial";
  let now = ZERO;
  const go = ({ words }: Event, time: Rational): boolean => {
    if (!machine.delay(minus(time, now))) return false;
    now = time;
    const step = machine.find(words);
    return step !== undefined && machine.take(step);
  };
  for (const item of items) {
    if (!isRounds(item)) {
      if (!go(item, item.time)) return "a step";
      continue;
    }
    for (let k = 0; k < item.times; k++) {
      const begin = plus(item.time, rational(item.lasts.n * BigInt(k), item.lasts.d));
      for (const event of item.round) if (!go(event, plus(begin, event.time))) return `round ${k}`;
    }
  }
  return machine.delay(minus(end, now)) ? undefined : "the end";
}

/** The same by a trace with rounds. */
export function goneAtOnce(network: Network, items: readonly Item[], end: Rational): string | undefined {
  const made = foldedTrace(network, items, end, () => [dbm.newUniversal(network.clocks.length)]);
  return typeof made === "string" ? made : undefined;
}

/** Up to the k-th rounds, with a change: more or fewer rounds, one of its moments moved, or all moments nearer or further. */
export function changed(
  items: readonly Item[],
  k: number,
  how: number,
): { items: readonly Item[]; end: Rational } | undefined {
  const places = items.flatMap((item, i) => (isRounds(item) ? [i] : []));
  const at = places[k % Math.max(1, places.length)];
  if (at === undefined) return undefined;
  const told = change(items[at] as Rounds, how);
  const end = plus(told.time, rational(told.lasts.n * BigInt(told.times), told.lasts.d));
  return { items: [...items.slice(0, at), told], end };
}

function change(told: Rounds, how: number): Rounds {
  const { round, times, lasts } = told;
  const kind = how % 4;
  if (kind === 0) return { ...told, times: Math.max(1, times + (how % 7) - 3) };
  if (kind === 1) return { ...told, times: times * (1 + (how % 3)) };
  if (kind === 2) {
    const by = rational(1 + (how % 9), 5);
    const scale = (t: Rational): Rational => rational(t.n * by.n, t.d * by.d);
    return { ...told, lasts: scale(lasts), round: round.map((e) => ({ ...e, time: scale(e.time) })) };
  }
  // A round ends with its last step.
  if (round.length === 1) return told;
  const moved = how % (round.length - 1);
  const to = rational(lasts.n * BigInt(how % 5), lasts.d * 4n);
  const order = round.map((e, i) => (i === moved ? { ...e, time: to } : e));
  return {
    ...told,
    round: order.every((e, i) => i === 0 || compareRational(order[i - 1]!.time, e.time) <= 0) ? order : round,
  };
}
