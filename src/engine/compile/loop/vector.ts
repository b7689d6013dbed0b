import { type Body, i32 } from "../../wasm/index.ts";
import type { Action } from "../emitter.ts";
import type { Joint } from "./firing.ts";
import { eventId } from "./instances.ts";

/**
 * TChecker's vectors of events. In memory: for each part a word with the event key times 2, plus 1 if weak; a word -1 ends a
 * vector.
 */
export function vectorsFunction({ e, instances, fire }: Joint): Action {
  const { module, plan } = e;
  const { keys, present, senderEnd, stride } = instances;
  const words: number[] = [];
  const starts: number[] = [];
  for (const { parts } of plan.network.vectors) {
    starts.push(words.length);
    for (const { process, event, weak } of parts) words.push(keys.get(eventId(process, event))! * 2 + (weak ? 1 : 0));
    words.push(-1);
  }
  const table = e.data(new Int32Array(words));
  const index = e.data(new Int32Array(starts.map((start) => table + 4 * start)));
  const combine = module.declare("combine", ["part: i32", "n: i32"], "void");
  module.define(combine, (f, part, n) => {
    const word = f.local("i32", "word", i32.load(part));
    f.if(i32.lt_s(word, 0), () => {
      f.if(n, () => f.call(fire, n));
      f.return();
    });
    const key = f.local("i32", "key", i32.shr_u(word, 1));
    f.if(i32.eqz(i32.load(i32.shl(key, 2), present)), () => {
      f.if(i32.and(word, 1), () => f.call(combine, i32.add(part, 4), n));
      f.return();
    });
    const k = f.local("i32", "k", plan.at.instances);
    f.upTo(k, senderEnd, stride, () => {
      f.if(i32.eq(i32.load(k, 4), key), () => {
        f.do(i32.store(i32.shl(n, 2), k, plan.at.parts));
        f.call(combine, i32.add(part, 4), i32.add(n, 1));
      });
    });
  });
  return module.func("vectors", [], "void", (f) => {
    const v = f.local("i32", "v");
    f.for(v, 0, starts.length, () => f.call(combine, i32.load(i32.shl(v, 2), index), 0));
  });
}

/** Forgets which events are in the list. */
export function clearPresent({ instances: { keys, present } }: Joint, f: Body): void {
  const k = f.local("i32", "clear");
  f.for(k, 0, keys.size, () => f.do(i32.store(i32.shl(k, 2), 0, present)));
}
