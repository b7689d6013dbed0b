import { type Body, call, callIndirect, type Func, f64, type I32, i32, type Label } from "../../engine/index.ts";
import { ATTEMPTS, CROWD, HARDLY, ZENO } from "../interpret/progress.ts";
import { conditionsOf } from "../query.ts";
import type { Drawers } from "./draw.ts";
import type { Earliest } from "./earliest.ts";
import { type Emitter, increase, now, trapIf } from "./emitter.ts";
import type { Fires } from "./fire.ts";
import { noteNow } from "./formula.ts";
import { verdict } from "./imports.ts";
import { anyStalling, isSmall } from "./location.ts";
import type { Ending, Observer } from "./observe.ts";
import { isPaced } from "./pace.ts";
import { isFollowing, passer } from "./pass.ts";
import type { Random } from "./random.ts";
import { type Winner, winnerFor } from "./winner.ts";

/**
 * The loop over runs and steps: `run` of interpret/engine.ts. It can be left after any step and taken up again, since all it
 * knows is in memory.
 */
export class Loop {
  private readonly earliest: Earliest;
  private readonly observer: Observer;
  private readonly ending: Ending;
  private readonly fires: Fires;
  private readonly winner: Winner;
  /** How time passes where that takes more than one stretch. */
  private readonly pass: Func<readonly ["f64"], "i32"> | undefined;
  private readonly e: Emitter;

  constructor(
    earliest: Earliest,
    observer: Observer,
    fires: Fires,
    random: Random,
    drawers: Drawers,
    ending: Ending,
    e: Emitter,
  ) {
    this.earliest = earliest;
    this.observer = observer;
    this.fires = fires;
    this.ending = ending;
    this.winner = winnerFor(earliest, random, e);
    this.pass = isPaced(e.network, e.task) ? passer(observer, this.ending, drawers, earliest, e) : undefined;
    this.e = e;
  }

  /** Goes on for so many steps at most; 1 where all runs are made. */
  go(begin: Func<readonly [], "void">): Func<readonly ["i32"], "i32"> {
    const { e, observer } = this;
    const { running, current, count } = e.at;
    return e.module.func("go", ["budget: i32"], "i32", (f, budget) => {
      f.loop("runs", (again) => {
        f.block("over", (over) => {
          f.if(i32.eqz(i32.load(0, running)), () => {
            f.if(i32.eq(i32.load(0, current), i32.load(0, count)), () => f.return(1));
            f.call(begin);
            f.do(i32.store(0, 1, running));
            f.brIf(over, observer.after(f));
          });
          f.loop("steps", (next) => {
            f.brIf(over, this.ending.enough(f));
            f.if(i32.eqz(budget), () => f.return(0));
            f.set(budget, i32.sub(budget, 1));
            this.step(over, next, f);
            f.br(next);
          });
        });
        this.finish(f);
        f.br(again);
      });
      f.unreachable();
      return undefined;
    });
  }

  private step(over: Label, next: Label, f: Body): void {
    const { e, observer, ending } = this;
    const { at } = e;
    const end = ending.time(f);
    const found = this.earliest.find(f);
    const time = f.local("f64", "time", now(e));
    const stalls = anyStalling(e) ? f.local("i32", "stalls", i32.load(0, at.stalling)) : i32.const(0);
    const moment = f.local("f64", "moment", anyStalling(e) ? f64.if(stalls, time, found.time) : found.time);
    if (!ending.within && (end === Number.POSITIVE_INFINITY || typeof end !== "number")) {
      const quiet = i32.and(f64.eq(moment, Number.POSITIVE_INFINITY), f64.eq(end, Number.POSITIVE_INFINITY));
      const forever = i32.and(quiet, i32.eqz(isFollowing(e)));
      if (ending.quiet) f.brIf(over, forever);
      else f.if(forever, () => f.unreachable());
    }
    const goal = f.local("f64", "goal", f64.if(f64.lt(moment, end), moment, end));
    f.if(f64.gt(goal, time), () => {
      f.do(i32.store(0, 0, at.failed));
      if (this.pass) {
        f.brIf(over, call(this.pass, goal));
        // Somebody who was followed has drawn.
        f.brIf(next, f64.lt(now(e), goal));
        return;
      }
      f.brIf(over, observer.during(goal, f));
      f.do(f64.store(0, goal, at.time));
    });
    f.brIf(over, f64.gt(moment, end));
    this.idle(f);
    const plain = this.winner.isPlain(found, stalls);
    const mover = f.local("i32", "mover", i32.if(plain, found.process, call(this.winner.choose)));
    f.block("moved", (moved) => {
      this.fire(mover, moved, f);
      increase(at.failed, 1, f);
      f.if(i32.gt_s(i32.load(0, at.failed), ATTEMPTS), () => f.unreachable());
      f.br(next);
    });
    f.do(i32.store(0, 0, at.failed));
    increase(at.steps, 1, f);
    f.brIf(over, observer.after(f));
  }

  /** Transitions in no time, or in hardly any, are a fault. */
  private idle(f: Body): void {
    const { e } = this;
    const { idle, since } = e.at;
    const more = f.local("i32", "idle", i32.add(i32.load(0, idle), 1));
    f.do(i32.store(0, more, idle));
    f.if(i32.eqz(i32.and(more, CROWD - 1)), () => {
      const time = f.local("f64", "time", now(e));
      const passed = f.local("f64", "passed", f64.sub(time, f64.load(0, since)));
      const stands = f.local("i32", "stands", f64.eq(passed, 0));
      trapIf(i32.if(stands, i32.gt_s(more, ZENO), f64.le(passed, f64.mul(HARDLY, f64.add(1, time)))), f);
      f.if(i32.eqz(stands), () => f.do(i32.store(0, 0, idle), f64.store(0, time, since)));
    });
  }

  /** Goes on behind where the mover could not move. Calls cost time: where the network is small it is all written here. */
  private fire(mover: I32, moved: Label, f: Body): void {
    const { fires, e } = this;
    if (isSmall(e.network))
      return f.switch(
        mover,
        e.network.processes.map((process) => () => fires.write(process, () => f.br(moved), f)),
      );
    const table = e.module.tableOf("fire", fires.functions());
    f.brIf(moved, callIndirect(table, e.module.type([], "i32"), mover));
  }

  /** The run is over: what came of it. */
  private finish(f: Body): void {
    const { e } = this;
    const { at, task } = e;
    const k = f.local("i32", "k", i32.load(0, at.current));
    if (task.kind === "path") {
      const reached = i32.load(0, at.reached);
      f.do(i32.store8(k, task.path.succeeds ? reached : i32.eqz(reached), at.success));
    }
    if (task.kind === "mitl") {
      noteNow(conditionsOf(task.formula), e, f);
      f.do(i32.store8(k, call(e.host.get(verdict)! as Func<readonly [], "i32">), at.success));
    }
    const result = task.kind === "mitl" ? now(e) : f64.load(0, at.result);
    f.do(f64.store(i32.shl(k, 3), result, at.value));
    f.do(f64.store(0, f64.add(f64.load(0, at.total), f64.convert_i32_s(i32.load(0, at.steps))), at.total));
    f.do(i32.store(0, 0, at.running), i32.store(0, i32.add(k, 1), at.current));
    const low = f.local("i32", "low", i32.add(i32.load(0, at.run), 1));
    f.do(i32.store(0, low, at.run));
    f.if(i32.eqz(low), () => increase(at.run + 4, 1, f));
  }
}
