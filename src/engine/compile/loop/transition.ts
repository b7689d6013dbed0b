import { callEach } from "../code/edge.ts";
import type { Action } from "../emitter.ts";
import type { Timed } from "../zones/timing.ts";
import { synchronise } from "./channel.ts";
import { actFunction, defineFire, defineFireByRank, finishFunction, type Joint, type JointHooks } from "./firing.ts";
import { committedNow, hasCommitted, instancesOf } from "./instances.ts";
import { edgeTables } from "./offer.ts";
import { clearPresent, vectorsFunction } from "./vector.ts";

/**
 * Joint transitions, as the interpreter's joint.ts: internal edges, one sender with one receiver, a broadcast with every
 * process that can receive, TChecker's vectors. The function made here takes every transition of the state in the cells and
 * the source zone; each target is handed to `arrive`.
 */
export function expandFunction(e: Timed, hooks: JointHooks): Action {
  const { module } = e;
  const instances = instancesOf(e);
  const finish = finishFunction(e, hooks.arrive);
  const fire = module.declare("fire", ["n: i32"], "void");
  const joint: Joint = { e, hooks, instances, finish, fire };
  const tables = edgeTables(joint);
  const act = e.pieces ? actFunction(joint, tables) : undefined;
  const priorities = e.cuts?.priorities;
  if (e.cuts && priorities && act) defineFireByRank(joint, e.cuts, priorities, act);
  else defineFire(joint, tables);

  const enumerate = module.func("enumerate", [], "void", (f) => {
    const { list, senderEnd } = instances;
    const { network, at } = e.plan;
    f.set(list, at.instances);
    callEach(tables.active, f);
    f.set(senderEnd, list);
    if (network.channels.length > 0) synchronise(joint, tables, act, f);
    if (network.vectors.length > 0) {
      f.call(vectorsFunction(joint));
      clearPresent(joint, f);
    }
  });

  return module.func("expand", [], "void", (f) => {
    if (hasCommitted(e)) f.set(instances.committed, committedNow(e));
    hooks.watch?.begin(f);
    if (priorities) {
      priorities.clear(f);
      f.set(priorities.listing, 1);
      f.call(enumerate);
      f.set(priorities.listing, 0);
    }
    f.call(enumerate);
  });
}
