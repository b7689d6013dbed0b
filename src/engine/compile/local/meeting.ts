/**
 * Who meets in a step: the times of the groups that take part become equal, not before the last use of any variable that takes
 * part, and that is then used at this time. Guards and updates speak of clocks only, so the zone may be cut to it between them.
 */
import type { Coupling } from "../../../analysis/index.ts";
import { greatest } from "../../../base/index.ts";
import type { Edge } from "../../../network/index.ts";
import type { Rows } from "../../interpret/rows.ts";
import { type Body, call, type Global, type I32, i32 } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import { edgeOf } from "../code/instance.ts";
import type { Meeting } from "../loop/firing.ts";
import { eachPart } from "../loop/instances.ts";
import { equateFunction } from "./zones.ts";

/** u - v <= 0. */
const NOT_LATER = 1;

export function meetingOf(e: Coder, coupling: Coupling, rows: Rows): Meeting {
  const groupsOf = ({ id, process }: Edge): number[] => [
    ...new Set([coupling.groupOf[process]!, ...(coupling.attending[id] ?? [])].map((g) => rows.ofGroup[g]!)),
  ];
  const variablesOf = ({ id }: Edge): number[] => (coupling.uses[id] ?? []).map((v) => rows.ofShared[v]!);
  const { target } = e.plan.at;
  return {
    alone: (edge, f, never) => {
      const [own] = groupsOf(edge);
      const variables = variablesOf(edge);
      for (const v of variables) f.if(i32.eqz(call(e.zones.constrain, target, own!, v, NOT_LATER)), never);
      for (const v of variables) f.call(e.zones.move, target, v, own!);
    },
    joint: jointFunction(e, groupsOf, variablesOf),
  };
}

/** Numbers of rows, listed for the transition at hand. */
interface List {
  readonly start: number;
  readonly end: Global<"i32">;
  readonly ofEdge: (edge: Edge) => readonly number[];
  /** By edge, where its own numbers begin; they end where those of the next begin. */
  readonly begins: number;
}

function listOf(e: Coder, name: string, ofEdge: List["ofEdge"]): List {
  const edges = e.plan.network.processes.flatMap((p) => p.edges);
  const all = edges.map(ofEdge);
  const numbers = e.data(Int32Array.from(all.flat()));
  let next = numbers;
  const begins = e.data(Int32Array.from([numbers, ...all.map((own) => (next += 4 * own.length))]));
  const longest = greatest(
    all.map((own) => own.length),
    1,
  );
  const start = e.region(4 * longest * (e.plan.network.processes.length + 1));
  return { start, end: e.module.global("i32", name), ofEdge, begins };
}

function jointFunction(e: Coder, groupsOf: List["ofEdge"], variablesOf: List["ofEdge"]): Meeting["joint"] {
  const groups = listOf(e, "groups_end", groupsOf);
  const variables = listOf(e, "variables_end", variablesOf);
  const equate = equateFunction(e);
  const { target } = e.plan.at;
  return e.module.func("meet_in_time", ["n: i32"], "i32", (f, n) => {
    const { each, part } = eachPart(f, n, e);
    const lists = [groups, variables];
    for (const { end, start } of lists) f.set(end, start);
    each(() => {
      for (const list of lists) appendAll(list, f, f.local("i32", "edge", i32.shl(edgeOf(part), 2)));
    });
    f.if(i32.eqz(call(equate, groups.start, groups.end)), () => f.return(0));
    const own = f.local("i32", "own", i32.load(0, groups.start));
    const v = f.local("i32", "v");
    const eachVariable = (statements: () => void) => f.for(v, variables.start, variables.end, statements, 4);
    eachVariable(() => f.if(i32.eqz(call(e.zones.constrain, target, own, i32.load(v), NOT_LATER)), () => f.return(0)));
    eachVariable(() => f.call(e.zones.move, target, i32.load(v), own));
    return 1;
  });
}

/** Those of an edge, given by four times its number, behind the list. */
function appendAll({ begins, end }: List, f: Body, edge: I32): void {
  const k = f.local("i32", "k");
  f.for(
    k,
    i32.load(edge, begins),
    i32.load(edge, begins + 4),
    () => {
      f.do(i32.store(end, i32.load(k)));
      f.add(end, 4);
    },
    4,
  );
}
