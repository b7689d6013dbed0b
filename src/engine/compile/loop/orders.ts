/**
 * The smallest state by all orders of elements that are tied, in compiled code, by the rules of `analysis/symmetry/orders.ts`.
 */
import { MOST_ORDERS } from "../../../analysis/index.ts";
import { call, type Func, i32 } from "../../wasm/index.ts";
import type { ActionOn, Emitter } from "../emitter.ts";
import type { Saved } from "./saved.ts";

/** All orders within blocks by exchanges of neighbours; 0 if there are too many. */
export function ordersFunction(
  count: number,
  exchange: ActionOn,
  best: Saved,
  e: Emitter,
): Func<readonly ["i32"], "i32"> {
  const [passed, up, ranks] = [e.region(4 * count), e.region(4 * count), e.region(4 * count)];
  return e.module.func(e.name("orders"), ["block: i32"], "i32", (f, block) => {
    const [i, at] = [f.local("i32", "i"), f.local("i32", "at")];
    const [run, orders] = [f.local("i32", "run"), f.local("i32", "orders", 1)];
    f.set(run, 1);
    f.for(i, 1, count, () => {
      f.set(at, i32.shl(i, 2));
      f.set(run, i32.if(i32.load(i32.sub(i32.add(block, at), 4)), i32.add(run, 1), 1));
      f.do(i32.store(at, i32.sub(run, 1), ranks), i32.store(at, 0, passed), i32.store(at, 1, up));
      f.set(orders, i32.mul(orders, run));
      f.if(i32.gt_u(orders, MOST_ORDERS), () => f.return(0));
    });
    f.call(best.save);
    const [shift, next, way] = [f.local("i32", "shift"), f.local("i32", "next"), f.local("i32", "way")];
    const going = f.local("i32", "going", 1);
    f.while(going, () => {
      f.set(i, count - 1);
      f.set(shift, 0);
      f.block("stepped", (stepped) => {
        f.while(i, () => {
          f.set(at, i32.shl(i, 2));
          f.if(
            i32.load(at, ranks),
            () => {
              f.set(way, i32.load(at, up));
              f.set(next, i32.add(i32.load(at, passed), way));
              f.if(i32.le_u(next, i32.load(at, ranks)), () => {
                f.call(exchange, i32.sub(i32.add(i32.sub(i, i32.load(at, passed)), shift), i32.gt_s(way, 0)));
                f.do(i32.store(at, next, passed));
                f.br(stepped);
              });
              f.if(i32.gt_s(way, 0), () => f.add(shift, 1));
              f.do(i32.store(at, i32.sub(0, way), up));
            },
            () => f.set(shift, 0),
          );
          f.set(i, i32.sub(i, 1));
        });
        f.set(going, 0);
      });
      f.if(i32.lt_s(call(best.compare), 0), () => f.call(best.save));
    });
    f.call(best.restore);
    return 1;
  });
}
