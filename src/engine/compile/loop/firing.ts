import type { Edge } from "../../../network/index.ts";
import { type Body, call, type Global, type I32, i32, type Local } from "../../wasm/index.ts";
import { constrain } from "../code/constraint.ts";
import { describe, type EdgeTables } from "../code/edge.ts";
import { effect } from "../code/expression.ts";
import { append, edgeOf, ownerOf } from "../code/instance.ts";
import type { Action, ActionOn, QuestionOf } from "../emitter.ts";
import { restoreCells } from "../store/packing.ts";
import type { DeadlockWatch } from "../zones/deadlock.ts";
import type { Priorities } from "../zones/priority.ts";
import type { Cuts, Timed } from "../zones/timing.ts";
import { eachPart, type Instances, type Parts, unlessForbidden } from "./instances.ts";

/** Carrying out transitions: guards on clocks, updates, the change of locations; the target is handed on. */
export interface Joint {
  readonly e: Timed;
  readonly hooks: JointHooks;
  readonly instances: Instances;
  /** After the updates and the change of locations: the target goes on unless it was forbidden. */
  readonly finish: Action;
  /** The transition of the `n` instances in the list of parts. */
  readonly fire: ActionOn;
}

export interface JointHooks {
  /** Takes the target of a transition, in the cells and the target zone. */
  readonly arrive: Action;
  /** Not 0 when the search is over. */
  readonly stop: Global<"i32">;
  /** Set if the query asks for deadlocks. */
  readonly watch: DeadlockWatch | undefined;
  /** Set if somebody asks which instances took part. */
  readonly taken: Taken | undefined;
  /** Set if those that take part must agree on a time first. */
  readonly meeting?: Meeting;
}

/** Cuts the target zone to where all that take part can meet. */
export interface Meeting {
  /** For an internal edge; `never` where nothing is left. */
  readonly alone: (edge: Edge, f: Body, never: () => void) => void;
  /** For so many instances in the list of parts; 0 if nothing is left. */
  readonly joint: QuestionOf;
}

/** The transition at hand: how many instances take part, and the place of the one of an internal edge. */
export interface Taken {
  readonly count: Global<"i32">;
  readonly single: number;
}

export function finishFunction(e: Timed, arrive: Action): Action {
  return e.module.func("finish", [], "void", (f) => {
    f.call(arrive);
    restoreCells(e, f);
  });
}

/** An internal edge, its selects in their cells. */
export function takeFunction(edge: Edge, { e, hooks, finish }: Joint): Action {
  const { network, at } = e.plan;
  return e.module.func(e.name("take"), [], "void", (f) => {
    f.comment(describe(edge, network));
    f.if(hooks.stop, () => f.return());
    f.call(e.zones.copy, at.target, at.zone);
    for (const clock of edge.guard.clocks) constrain(clock, at.target, e, f, () => f.return());
    hooks.meeting?.alone(edge, f, () => f.return());
    hooks.watch?.note(f);
    if (hooks.taken) noteSingle(edge, hooks.taken, e, f);
    begin(e, f);
    f.set(e.edge, edge.id);
    for (const code of edge.update) effect(code, e, f);
    for (const code of network.afterUpdate) effect(code, e, f);
    f.do(i32.store(0, edge.target, at.cells + 4 * edge.process));
    f.call(finish);
  });
}

/** Makes an internal edge, its selects in their cells, the transition at hand. */
function noteSingle(edge: Edge, { count, single }: Taken, e: Timed, f: Body): void {
  f.do(i32.store(0, edge.id, single), i32.store(0, single, e.plan.at.parts));
  for (const [k, select] of edge.selects.entries())
    f.do(i32.store(0, i32.load(0, e.plan.at.cells + 4 * select.cell), single + 12 + 4 * k));
  f.set(count, 1);
}

/** An internal edge, its selects in their cells, as a transition of one instance behind the list. */
export function fireAlone(edge: Edge, isCommitted: boolean, { e, instances, fire }: Joint): Action {
  const { list, stride } = instances;
  return e.module.func(e.name("alone"), [], "void", (f) => {
    f.do(i32.store(0, list, e.plan.at.parts));
    append(edge, i32.const(-1), isCommitted, e, f, list);
    f.set(list, i32.sub(list, stride));
    f.call(fire, 1);
  });
}

function begin(e: Timed, f: Body): void {
  f.set(e.steps, 0);
  for (const code of e.plan.network.beforeUpdate) effect(code, e, f);
}

/** Defines `fire`: unless it is forbidden, the given statements take the transition of `n` instances. */
function defineFiring(
  { e, hooks, instances, fire }: Joint,
  take: (f: Body, n: Local<"i32">, parts: Parts) => void,
): void {
  e.module.define(fire, (f, n) => {
    f.if(hooks.stop, () => f.return());
    const parts = eachPart(f, n, e);
    unlessForbidden(instances, e, f, n);
    take(f, n, parts);
  });
}

export function defineFire(joint: Joint, tables: EdgeTables): void {
  const { plan, zones } = joint.e;
  defineFiring(joint, (f, n, { each, part }) => {
    f.call(zones.copy, plan.at.target, plan.at.zone);
    each(() => f.if(i32.eqz(tables.clocks(part)), () => f.return()));
    carryOut(joint, tables, f, n);
  });
}

/** The same, where `act` says what priorities make of it. */
export function defineFireByRank(joint: Joint, { pieces, guards }: Cuts, priorities: Priorities, act: ActionOn): void {
  const { plan, zones } = joint.e;
  const { path, pathStart, note } = priorities;
  const { top, constrainAll } = pieces;
  defineFiring(joint, (f, n, { each, part }) => {
    const from = f.local("i32", "from", top);
    f.set(path, pathStart);
    f.block("done", (done) => {
      each(() => f.brUnless(done, guards(part)));
      f.call(zones.copy, plan.at.target, plan.at.zone);
      f.brUnless(done, call(constrainAll, plan.at.target, from, top));
      f.call(note, from, top);
      f.call(act, n);
    });
    f.set(top, from);
  });
}

/** Takes the transition of `n` instances from the target zone, which holds the part of the source where it is possible. */
function carryOut(joint: Joint, tables: EdgeTables, f: Body, n: I32): void {
  const { hooks, finish } = joint;
  if (hooks.meeting) f.if(i32.eqz(call(hooks.meeting.joint, n)), () => f.return());
  hooks.watch?.note(f);
  if (hooks.taken) f.set(hooks.taken.count, n);
  runUpdates(joint, tables, f, n);
  f.call(finish);
}

function runUpdates({ e, instances }: Joint, tables: EdgeTables, f: Body, n: I32): void {
  const { at } = e.plan;
  const { each, part } = eachPart(f, n, e);
  begin(e, f);
  each(() => {
    f.set(e.edge, edgeOf(part));
    f.do(tables.update(part));
  });
  for (const code of e.plan.network.afterUpdate) effect(code, e, f);
  f.comment("what the target does is the sender's");
  f.set(e.edge, edgeOf(i32.load(0, at.parts)));
  each(() => {
    const target = i32.load(i32.shl(edgeOf(part), 2), instances.targets);
    f.do(i32.store(i32.shl(ownerOf(part), 2), target, at.cells));
  });
}

/** As `carryOut`, or what priorities make of it. */
export function actFunction(joint: Joint, tables: EdgeTables): ActionOn {
  const { e, hooks } = joint;
  const take = e.module.func("carry_out", ["n: i32"], "void", (f, n) => {
    f.if(hooks.stop, () => f.return());
    carryOut(joint, tables, f, n);
  });
  const priorities = e.cuts?.priorities;
  if (!priorities) return take;
  const each = priorities.each(take, hooks.stop);
  return e.module.func("act", ["n: i32"], "void", (f, n) => {
    f.if(
      priorities.listing,
      () => {
        f.call(priorities.begin);
        runUpdates(joint, tables, f, n);
        f.call(priorities.add, n);
        restoreCells(e, f);
      },
      () => f.call(each, n),
    );
  });
}
