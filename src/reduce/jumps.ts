/**
 * A network with jumps: for each, a location is added to its process that is entered from the reset location as soon as that
 * is, waits as long as it likes, and leads back (see `analysis/cycles/jump.ts`). Old locations keep their numbers, and what is
 * reachable in them is the same; edges are numbered anew, and `edges` tells what each is.
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
} from "../network/index.ts";

export interface Jumping {
  readonly network: Network;
  /** By the number of an edge here, that of an old edge, or the jump that begins or ends with it. */
  readonly edges: readonly (number | { readonly jump: Jump; readonly begins: boolean })[];
}

export function withJumps(network: Network, jumps: readonly Jump[]): Jumping {
  const edges: Jumping["edges"][number][] = [];
  const processes = network.processes.map((p): Process => {
    const mine = jumps.filter((j) => j.process === p.index);
    const own: Edge[] = [];
    const locations: Location[] = [...p.locations];
    const add = (e: Edge, what: Jumping["edges"][number]): void => {
      own.push({ ...e, id: edges.length });
      edges.push(what);
    };
    for (const e of p.edges) add(e, e.id);
    for (const jump of mine) {
      const waiting = locations.length;
      locations.push(waitingLocation(p, jump, waiting));
      add(begin(jump, waiting), { jump, begins: true });
      add(end(jump, waiting), { jump, begins: false });
    }
    return { ...p, locations, edges: own };
  });
  const slots = network.slots.map((s, i) => {
    const process = processes[i];
    return process === undefined ? s : { ...s, high: process.locations.length - 1 };
  });
  return { network: { ...network, processes, slots }, edges };
}

/** The query put to the network with jumps: about states in which nobody is jumping. Undefined if there is no such query. */
export function jumpingQuery(query: NetworkQuery, before: Network, { network }: Jumping): NetworkQuery | undefined {
  const asked = acceleratedQuery(query, before, network);
  return "reason" in asked ? undefined : asked;
}

function waitingLocation(process: Process, jump: Jump, index: number): Location {
  const start = locationAt(process, first(jump.edges).source);
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

function begin(jump: Jump, waiting: number): Edge {
  const edge = first(jump.edges);
  const atOnce: ClockConstraint = {
    left: { base: jump.clock, terms: [] },
    right: { base: 0, terms: [] },
    strict: false,
    bound: { op: "const", value: 0 },
    origin: edge.origin,
  };
  return { ...plain(edge), target: waiting, guard: { data: guardsOf(jump), clocks: [atOnce] }, update: [] };
}

function end(jump: Jump, waiting: number): Edge {
  const edge = first(jump.edges);
  const { origin } = edge;
  const late: ClockConstraint = {
    left: { base: 0, terms: [] },
    right: { base: jump.clock, terms: [] },
    strict: jump.from.strict,
    bound: { op: "const", value: 0 - jump.from.value },
    origin,
  };
  const reset: Code = {
    op: "reset",
    clock: { base: jump.clock, terms: [] },
    value: { op: "const", value: 0 },
    origin,
  };
  const clocks = jump.from.value === 0 && !jump.from.strict ? [] : [late];
  return { ...plain(edge), source: waiting, target: edge.source, guard: { data: [], clocks }, update: [reset] };
}

/** What an edge of a jump has from the first edge of the cycle, which neither synchronises nor selects. */
function plain({ id, process, source, target, controllable, origin }: Edge): Omit<Edge, "guard" | "update"> {
  return { id, process, source, target, selects: [], controllable, origin };
}

function guardsOf(jump: Jump): readonly Code[] {
  return jump.edges.flatMap((e) => e.guard.data);
}
