import { type Body, call, type Func, type I32, i32 } from "../../wasm/index.ts";
import { channelIn, ownerOf } from "../code/instance.ts";
import type { ActionOn } from "../emitter.ts";
import { cutOff, TRIPLE, tripleAt } from "../zones/pieces.ts";
import type { Cuts } from "../zones/timing.ts";
import type { Joint } from "./firing.ts";
import { unlessForbidden } from "./instances.ts";

/**
 * Broadcasts whose receivers have clock guards (docs/compatibility.md M6): a process takes part exactly where one of its
 * receiving instances is enabled. So the sender's part of the zone is cut process by process: into the parts where an
 * instance receives, and the pieces where none can and the process stays behind. Instances that receive follow each other
 * in the list, in process order. For priorities the constraints that make up a piece are noted.
 */
interface Reception {
  readonly joint: Joint;
  readonly cuts: Cuts;
  /** Takes the transition of so many instances from the target zone. */
  readonly act: ActionOn;
  /** Goes on with the instances from `r` on; `n` take part so far, from the zone `z`. */
  readonly receive: Func<readonly ["i32", "i32", "i32", "i32"], "void">;
  /** The process whose instances are those from `r` to `next` stays behind: all that could receive there are excluded. */
  readonly stay: Func<readonly ["i32", "i32", "i32", "i32", "i32"], "void">;
}

/** Takes every transition of the broadcast of a sender; receivers stand in the list from `r` on. */
export function receiveFunction(joint: Joint, cuts: Cuts, act: ActionOn): Func<readonly ["i32", "i32"], "void"> {
  const { module, plan } = joint.e;
  const { push, zones, top, constrainAll } = cuts.pieces;
  const receive = module.declare("receive_from", ["sender: i32", "r: i32", "n: i32", "z: i32"], "void");
  const stay = module.declare("stay_behind", ["sender: i32", "r: i32", "next: i32", "n: i32", "z: i32"], "void");
  const reception: Reception = { joint, cuts, act, receive, stay };
  defineReceive(reception);
  defineStay(reception);
  return module.func("broadcast", ["sender: i32", "r: i32"], "void", (f, sender, r) => {
    f.do(i32.store(0, sender, plan.at.parts));
    const from = f.local("i32", "from", top);
    if (cuts.priorities) f.set(cuts.priorities.path, cuts.priorities.pathStart);
    f.if(cuts.guards(sender), () => {
      const z = f.local("i32", "z", call(push, plan.at.zone));
      f.if(call(constrainAll, z, from, top), () =>
        notingPath(cuts, f, from, top, () => f.call(receive, sender, r, 1, z)),
      );
      f.set(zones, z);
    });
    f.set(top, from);
  });
}

function defineReceive(reception: Reception): void {
  const { joint, cuts, act, receive, stay } = reception;
  const { e, instances, hooks } = joint;
  const { list, stride } = instances;
  const { push, zones, top, constrainAll } = cuts.pieces;
  e.module.define(receive, (f, sender, r, n, z) => {
    f.if(hooks.stop, () => f.return());
    const channel = f.local("i32", "channel", channelIn(sender));
    const [process, next] = f.locals("i32", "process", "next");
    f.block("found", (found) => {
      f.upTo(r, list, stride, () => {
        f.brIf(found, i32.andThen(i32.eq(channelIn(r), channel), i32.ne(ownerOf(r), ownerOf(sender))));
      });
      unlessForbidden(instances, e, f, n);
      f.call(e.zones.copy, e.plan.at.target, z);
      f.call(act, n);
      f.return();
    });
    f.set(process, ownerOf(r));
    f.set(next, r);
    f.while(i32.andThen(i32.lt_u(next, list), i32.eq(ownerOf(next), process)), () => f.add(next, stride));
    const mayStay = f.local("i32", "may_stay", 1);
    const from = f.local("i32", "from", top);
    const k = f.local("i32", "k", r);
    f.upTo(k, next, stride, () => {
      f.if(i32.andThen(i32.eq(channelIn(k), channel), cuts.guards(k)), () => {
        f.if(i32.eq(top, from), () => f.set(mayStay, 0));
        const part = f.local("i32", "part", call(push, z));
        f.if(call(constrainAll, part, from, top), () => {
          f.do(i32.store(i32.shl(n, 2), k, e.plan.at.parts));
          notingPath(cuts, f, from, top, () => f.call(receive, sender, next, i32.add(n, 1), part));
        });
        f.set(zones, part);
      });
      f.set(top, from);
    });
    f.if(mayStay, () => f.call(stay, sender, r, next, n, z));
  });
}

function defineStay(reception: Reception): void {
  const { joint, cuts, receive, stay } = reception;
  const { e, instances } = joint;
  const { stride } = instances;
  const { push, zones, top, pushTriple, meets } = cuts.pieces;
  e.module.define(stay, (f, sender, r, next, n, z) => {
    f.while(i32.andThen(i32.lt_u(r, next), i32.ne(channelIn(r), channelIn(sender))), () => f.add(r, stride));
    f.if(i32.ge_u(r, next), () => {
      f.call(receive, sender, next, n, z);
      f.return();
    });
    const from = f.local("i32", "from", top);
    const after = f.local("i32", "after", i32.add(r, stride));
    const may = f.local("i32", "may", cuts.guards(r));
    const to = f.local("i32", "to", top);
    f.if(i32.eqz(i32.andThen(may, call(meets, z, from, to))), () => {
      f.set(top, from);
      f.call(stay, sender, after, next, n, z);
      f.return();
    });
    const rest = f.local("i32", "rest", call(push, z));
    const t = f.local("i32", "t", from);
    const beyond = f.local("i32", "beyond");
    const done = () => {
      f.set(zones, rest);
      f.set(top, from);
    };
    f.upTo(t, to, TRIPLE, () => {
      const [x, y, c] = tripleAt(t);
      cutOff(rest, [x, y, c], cuts.pieces, e, f, {
        piece: (piece) => {
          // All constraints of the guard before this one hold, and this one does not.
          f.set(beyond, top);
          f.call(pushTriple, y, x, i32.sub(1, c));
          notingPath(cuts, f, from, t, () =>
            notingPath(cuts, f, beyond, top, () => f.call(stay, sender, after, next, n, piece)),
          );
          f.set(top, beyond);
        },
        empty: () => {
          done();
          f.return();
        },
      });
    });
    done();
  });
}

/** Runs the statements with the triples between two addresses on the path of the transition. */
function notingPath({ priorities }: Cuts, f: Body, from: I32, to: I32, statements: () => void): void {
  if (!priorities) {
    statements();
    return;
  }
  const before = f.local("i32", "path_before", priorities.path);
  f.call(priorities.note, from, to);
  statements();
  f.set(priorities.path, before);
}
