import { type Body, call, callIndirect, type Func, type Global, type I32, i32, type Table } from "../../wasm/index.ts";
import { COMMITTED_PART } from "../code/edge.ts";
import type { Emitter } from "../emitter.ts";
import { cutOff, TRIPLE, tripleAt } from "../zones/pieces.ts";

/**
 * Broadcasts whose receivers have clock guards (docs/compatibility.md M6): a process takes part exactly where one of its
 * receiving instances is enabled. So the sender's part of the zone is cut process by process: into the parts where an
 * instance receives, and the pieces where none can and the process stays behind. Instances that receive follow each other
 * in the list, in process order. For priorities the constraints that make up a piece are noted.
 */
export interface ReceiveContext {
  /** By edge: pushes an instance's clock guards. */
  readonly guards: Table;
  /** The end of the list of instances. */
  readonly list: Global<"i32">;
  /** Takes the transition of so many instances from the target zone. */
  readonly act: Func<readonly ["i32"], "void">;
  /** Leaves the function if the committed rule forbids the transition of `n` instances. */
  readonly unlessForbidden: (f: Body, n: I32) => void;
  readonly stop: Global<"i32">;
}

/** Takes every transition of the broadcast of a sender; receivers stand in the list from `r` on. */
export function receiveFunction(e: Emitter, context: ReceiveContext): Func<readonly ["i32", "i32"], "void"> {
  const { module, plan } = e;
  const { at } = plan;
  const { guards, list, act, unlessForbidden, stop } = context;
  const { push, zones, top, pushTriple, constrainAll, meets } = e.pieces!;
  const type = module.type(["i32"], "i32");
  const stride = 4 * plan.instanceWords;
  const guardOf = (instance: I32): I32 => callIndirect(guards, type, i32.load(instance), instance);
  const owner = (instance: I32): I32 => i32.and(i32.load(instance, 8), COMMITTED_PART - 1);
  const channelOf = (instance: I32): I32 => i32.load(instance, 4);

  const receive = module.declare("receive_from", ["sender: i32", "r: i32", "n: i32", "z: i32"], "void");
  const stay = module.declare("stay_behind", ["sender: i32", "r: i32", "next: i32", "n: i32", "z: i32"], "void");

  module.define(receive, (f, sender, r, n, z) => {
    f.if(stop, () => f.return());
    const channel = f.local("i32", "channel", channelOf(sender));
    const process = f.local("i32", "process");
    const next = f.local("i32", "next");
    f.block("found", (found) => {
      f.while(i32.lt_u(r, list), () => {
        f.brIf(found, i32.andThen(i32.eq(channelOf(r), channel), i32.ne(owner(r), owner(sender))));
        f.set(r, i32.add(r, stride));
      });
      unlessForbidden(f, n);
      f.call(e.zones!.copy, at.target, z);
      f.call(act, n);
      f.return();
    });
    f.set(process, owner(r));
    f.set(next, r);
    f.while(i32.andThen(i32.lt_u(next, list), i32.eq(owner(next), process)), () => f.set(next, i32.add(next, stride)));
    const mayStay = f.local("i32", "may_stay", 1);
    const from = f.local("i32", "from", top);
    const k = f.local("i32", "k", r);
    f.while(i32.lt_u(k, next), () => {
      f.if(i32.andThen(i32.eq(channelOf(k), channel), guardOf(k)), () => {
        f.if(i32.eq(top, from), () => f.set(mayStay, 0));
        const part = f.local("i32", "part", call(push, z));
        f.if(call(constrainAll, part, from, top), () => {
          f.do(i32.store(i32.shl(n, 2), k, at.parts));
          notingPath(f, from, top, () => f.call(receive, sender, next, i32.add(n, 1), part));
        });
        f.set(zones, part);
      });
      f.set(top, from);
      f.set(k, i32.add(k, stride));
    });
    f.if(mayStay, () => f.call(stay, sender, r, next, n, z));
  });

  /** The process whose instances are those from `r` to `next` stays behind: all that could receive there are excluded. */
  module.define(stay, (f, sender, r, next, n, z) => {
    f.while(i32.andThen(i32.lt_u(r, next), i32.ne(channelOf(r), channelOf(sender))), () =>
      f.set(r, i32.add(r, stride)),
    );
    f.if(i32.ge_u(r, next), () => {
      f.call(receive, sender, next, n, z);
      f.return();
    });
    const from = f.local("i32", "from", top);
    const after = f.local("i32", "after", i32.add(r, stride));
    const may = f.local("i32", "may", guardOf(r));
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
    f.while(i32.lt_u(t, to), () => {
      const [x, y, c] = tripleAt(t);
      cutOff(rest, [x, y, c], e, f, {
        piece: (piece) => {
          // All constraints of the guard before this one hold, and this one does not.
          f.set(beyond, top);
          f.call(pushTriple, y, x, i32.sub(1, c));
          notingPath(f, from, t, () => notingPath(f, beyond, top, () => f.call(stay, sender, after, next, n, piece)));
          f.set(top, beyond);
        },
        empty: () => {
          done();
          f.return();
        },
      });
      f.set(t, i32.add(t, TRIPLE));
    });
    done();
  });

  /** Runs the statements with the triples between two addresses on the path of the transition. */
  function notingPath(f: Body, from: I32, to: I32, statements: () => void): void {
    const { priorities } = e;
    if (!priorities) {
      statements();
      return;
    }
    const before = f.local("i32", "path_before", priorities.path);
    f.call(priorities.note, from, to);
    statements();
    f.set(priorities.path, before);
  }

  return module.func("broadcast", ["sender: i32", "r: i32"], "void", (f, sender, r) => {
    f.do(i32.store(0, sender, at.parts));
    const from = f.local("i32", "from", top);
    if (e.priorities) f.set(e.priorities.path, e.priorities.pathStart);
    f.if(guardOf(sender), () => {
      const z = f.local("i32", "z", call(push, at.zone));
      f.if(call(constrainAll, z, from, top), () => notingPath(f, from, top, () => f.call(receive, sender, r, 1, z)));
      f.set(zones, z);
    });
    f.set(top, from);
  });
}
