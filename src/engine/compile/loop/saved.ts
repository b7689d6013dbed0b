/** States that are kept to be compared with, in compiled code, by the rules of `analysis/symmetry/saved.ts`. */
import { type Body, type Func, i32 } from "../../wasm/index.ts";
import type { Action, Emitter } from "../emitter.ts";

export interface Saved {
  /** Keeps the state at hand. */
  readonly save: Action;
  readonly restore: Action;
  /** -1, 0, 1: the state at hand against what is kept. */
  readonly compare: Func<readonly [], "i32">;
}

/** Functions for one such state; `name` ends their names. */
export function savedState(e: Emitter, name = ""): Saved {
  const { plan, module } = e;
  const { at, zoneBytes } = plan;
  const bytes = plan.network.slots.length * 4;
  const [cells, zone] = [e.region(bytes), e.region(zoneBytes)];
  const copy = (f: Body, from: number, to: number, size: number): void => {
    const k = f.local("i32", "k");
    f.for(k, 0, size, () => f.do(i32.store(k, i32.load(k, from), to)), 4);
  };
  const save = module.func(`save_state${name}`, [], "void", (f) => {
    copy(f, at.cells, cells, bytes);
    copy(f, at.target, zone, zoneBytes);
  });
  const restore = module.func(`restore_state${name}`, [], "void", (f) => {
    copy(f, cells, at.cells, bytes);
    copy(f, zone, at.target, zoneBytes);
  });
  const compare = module.func(`compare_state${name}`, [], "i32", (f) => {
    const k = f.local("i32", "k");
    const [a, b] = [f.local("i32", "a"), f.local("i32", "b")];
    for (const [here, kept, size] of [
      [at.cells, cells, bytes],
      [at.target, zone, zoneBytes],
    ]) {
      f.for(
        k,
        0,
        size!,
        () => {
          f.set(a, i32.load(k, here));
          f.set(b, i32.load(k, kept));
          f.if(i32.ne(a, b), () => f.return(i32.select(i32.lt_s(a, b), -1, 1)));
        },
        4,
      );
    }
    return 0;
  });
  return { save, restore, compare };
}
