/**
 * A network with jumps: for each, a location is added to its process that is entered from the reset location as soon as that
 * is, waits as long as it likes, and leads back (see `analysis/cycles/jump.ts`). Old locations keep their numbers, and what is
 * reachable in them is the same; edges are numbered anew, and `edges` tells what each is. Waits that take the place of
 * counting loops (`counting.ts`) come before the others: what is asked is asked of states with somebody in them too.
 */
import { acceleratedQuery, type Jump } from "../analysis/index.ts";
import { first } from "../base/index.ts";
import {
  type ClockConstraint,
  type Code,
  type Edge,
  type Location,
  locationAt,
  type Network,
  type NetworkQuery,
  type Process,
  processAt,
} from "../network/index.ts";
import {
  asCounted,
  type CountingJump,
  countingEnd,
  countingGuard,
  countingWait,
  isCounting,
  unlessCounting,
} from "./counting.ts";
import { followed, led, signalsOf } from "./together.ts";

export interface Jumping {
  readonly network: Network;
  /** The waits of counting loops, by their location. */
  readonly waits: ReadonlyMap<CountingJump, number>;
  /** By the number of an edge here, that of an old edge, or the jump that begins or ends with it. */
  readonly edges: readonly (number | { readonly jump: Jump; readonly begins: boolean })[];
}

export function withJumps(network: Network, jumps: readonly Jump[]): Jumping {
  const edges: Jumping["edges"][number][] = [];
  const counting = jumps.filter(isCounting);
  const waits = new Map<CountingJump, number>();
  const signals = signalsOf(network, jumps);
  const processes = network.processes.map((p): Process => {
    const mine = [...counting, ...jumps.filter((j) => !isCounting(j))].filter((j) => j.process === p.index);
    const own: Edge[] = [];
    const locations: Location[] = [...p.locations];
    const add = (e: Edge, what: Jumping["edges"][number]): void => {
      own.push({ ...e, id: edges.length });
      edges.push(what);
    };
    for (const e of p.edges) add(unlessCounting(network, e, counting), e.id);
    for (const jump of mine) {
      const waiting = locations.length;
      if (isCounting(jump)) waits.set(jump, waiting);
      locations.push(isCounting(jump) ? countingWait(p, jump, waiting) : waitingLocation(p, jump, waiting));
      add(led(begin(network, p, jump, waiting), jump, signals, "begin"), { jump, begins: true });
      add(led(end(network, p, jump, waiting), jump, signals, "end"), { jump, begins: false });
    }
    for (const { jump, waiting, begin, end } of followed(p, signals, locations.length)) {
      locations.push(waiting);
      add(begin, { jump, begins: true });
      add(end, { jump, begins: false });
    }
    return { ...p, locations, edges: own };
  });
  const slots = network.slots.map((s, i) => {
    const process = processes[i];
    return process === undefined ? s : { ...s, high: process.locations.length - 1 };
  });
  return { network: { ...network, processes, slots, channels: signals.channels }, waits, edges };
}

/** The query put to the network with jumps: about states in which nobody is jumping. Undefined if there is no such query. */
export function jumpingQuery(
  query: NetworkQuery,
  before: Network,
  { network, waits }: Jumping,
): NetworkQuery | undefined {
  const processes = before.processes.map((p) => {
    const own = [...waits].filter(([j]) => j.process === p.index).length;
    return { ...p, locations: processAt(network, p.index).locations.slice(0, p.locations.length + own) };
  });
  const asked = acceleratedQuery(asCounted(query, waits), { ...before, processes }, network);
  return "reason" in asked ? undefined : asked;
}

function waitingLocation(process: Process, jump: Jump, index: number): Location {
  const start = locationAt(process, jump.location);
  return {
    name: `${start.name}+${index}`,
    index,
    urgent: false,
    committed: false,
    invariant: { data: jump.watches ? guardsOf(jump) : [], clocks: [], rates: [] },
    labels: [],
    origin: start.origin,
  };
}

/** The edge into the wait: as soon as the place of the reset is entered. */
function begin(network: Network, process: Process, jump: Jump, waiting: number): Edge {
  const { origin } = first(jump.edges);
  const clocks = jump.clocks.map((clock): ClockConstraint => {
    const bound = { op: "const", value: 0 } as const;
    return { left: { base: clock, terms: [] }, right: { base: 0, terms: [] }, strict: false, bound, origin };
  });
  const data = isCounting(jump) ? countingGuard(network, jump) : guardsOf(jump);
  return { ...plain(process, jump), source: jump.location, target: waiting, guard: { data, clocks }, update: [] };
}

/** The edge back. */
function end(network: Network, process: Process, jump: Jump, waiting: number): Edge {
  const { origin } = first(jump.edges);
  const resets = jump.clocks.map((clock): Code => {
    const value = { op: "const", value: 0 } as const;
    return { op: "reset", clock: { base: clock, terms: [] }, value, origin };
  });
  const back = { ...plain(process, jump), source: waiting, target: jump.location };
  if (isCounting(jump)) {
    const { late, count } = countingEnd(network, jump);
    return { ...back, guard: { data: [], clocks: [late] }, update: [count, ...resets] };
  }
  const late: ClockConstraint = {
    left: { base: 0, terms: [] },
    right: { base: jump.clock, terms: [] },
    strict: jump.from.strict,
    bound: { op: "const", value: 0 - jump.from.value },
    origin,
  };
  const clocks = jump.from.value === 0 && !jump.from.strict ? [] : [late];
  return { ...back, guard: { data: [], clocks }, update: resets };
}

/** What an edge of a jump has from the first edge of the cycle, which neither synchronises nor selects. */
function plain({ index }: Process, jump: Jump): Pick<Edge, "id" | "process" | "selects" | "controllable" | "origin"> {
  const { id, controllable, origin } = first(jump.edges);
  return { id, process: index, selects: [], controllable, origin };
}

function guardsOf(jump: Jump): readonly Code[] {
  return jump.edges.flatMap((e) => e.guard.data);
}
