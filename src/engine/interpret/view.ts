/**
 * Views of a program: some of its processes, as if the others were not there. A view shares cells and code with the
 * program it was made from. Edges over channels to the outside can be *opened*: they then take part as internal edges,
 * alone, and it is up to the caller to see to their partner (an open system in the sense of Stoelinga 2002, 7.5.2).
 */
import type { Edge } from "../../network/index.ts";
import type { Program, ProgramEdge, ProgramLocation } from "./program.ts";

const nothing = {
  committed: false,
  still: false,
  data: [],
  clocks: [],
  rates: [],
  active: [],
  passive: [],
  events: new Map(),
};

/** `opens` says which edges go alone as well; `keeps` which edges there are. */
export function viewOf(
  program: Program,
  hasProcess: (process: number) => boolean,
  keeps: (edge: ProgramEdge) => boolean,
  opens: (edge: ProgramEdge) => boolean,
): Program {
  const only = (l: ProgramLocation): ProgramLocation => {
    const active = l.active.filter(keeps);
    const passive = l.passive.filter(keeps);
    // An edge without direction stands in both lists.
    const all = [...active, ...passive.filter((e) => !active.includes(e))];
    return { ...l, active: [...active, ...all.filter(opens).map(opened)], passive };
  };
  const locations = program.locations.map((list, p) =>
    list.map((l): ProgramLocation => (hasProcess(p) ? only(l) : { location: l.location, ...nothing })),
  );
  return { ...program, locations };
}

function opened(e: ProgramEdge): ProgramEdge {
  const { sync: _, ...edge } = e.edge;
  return { ...e, edge: edge satisfies Edge, channel: undefined, fixedChannel: -1 };
}
