import { InternalError } from "../../base/index.ts";
import { wasm } from "../../engine/index.ts";
import { InterpretedSampler, type Series } from "../interpret/sampler.ts";
import type { Task } from "../interpret/trial.ts";
import type { Initial, StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";
import type { Batch, Sampler } from "../sample.ts";
import { RUNS } from "./emitter.ts";
import { hostFunction } from "./imports.ts";
import { compileRuns, type RunModule } from "./module.ts";

/**
 * Runs made by a WebAssembly module for one network and one task. What traps in the module is a fault of the run, or too strange
 * to be compiled: that run is made by the reference engine, which says what was wrong.
 */
export class CompiledSampler implements Sampler {
  /** How many runs were left to the reference engine. */
  left = 0;
  private readonly made: RunModule;
  private readonly reference: () => Sampler;
  private readonly go: (budget: number) => number;
  private readonly buffer: ArrayBuffer;
  private patience: () => void = () => {};

  constructor(network: StochasticNetwork, query: StatisticalQuery, task: Task, series: Series) {
    const host = wasm();
    if (host === null || task.kind === "mitl") throw new InternalError("this is not compiled");
    this.made = compileRuns(network, query, task, series);
    let reference: Sampler | undefined;
    this.reference = () => (reference ??= new InterpretedSampler(network, query, task, series));
    const asked = { next: () => 0, patience: () => this.patience() };
    const imports = Object.fromEntries(this.made.imports.map((key) => [key, hostFunction(key, asked)]));
    const { exports } = new host.Instance(new host.Module(this.made.bytes), { host: imports });
    this.go = exports.go as (budget: number) => number;
    asked.next = exports.next as () => number;
    this.buffer = (exports.memory as { readonly buffer: ArrayBuffer }).buffer;
    this.putFirstState(network);
  }

  private putFirstState({ initial }: StochasticNetwork): void {
    const view = new DataView(this.buffer, this.made.at.start);
    for (const { cell, is, value } of initial as readonly Initial[])
      if (is === "int") view.setInt32(8 * cell, value, true);
      else view.setFloat64(8 * cell, value, true);
  }

  sample(first: number, count: number, patience: () => void = () => {}): Batch {
    this.patience = patience;
    const success = new Uint8Array(count);
    const value = new Float64Array(count);
    let steps = 0;
    for (let done = 0; done < count; ) {
      const wanted = Math.min(RUNS, count - done);
      const batch = this.portion(first + done, wanted, patience);
      success.set(batch.success, done);
      value.set(batch.value, done);
      steps += batch.steps;
      if (batch.fault) return { first, count: done + batch.count, success, value, steps, fault: batch.fault };
      done += wanted;
    }
    return { first, count, success, value, steps };
  }

  /** At most as many runs as there is room for in the module. */
  private portion(first: number, count: number, patience: () => void): Batch {
    const { at } = this.made;
    const view = new DataView(this.buffer);
    const success = new Uint8Array(this.buffer, at.success, count);
    const value = new Float64Array(this.buffer, at.value, count);
    success.fill(0);
    view.setInt32(at.count, count, true);
    view.setFloat64(at.total, 0, true);
    for (let k = 0; k < count; ) {
      this.startAt(view, first, k);
      if (this.advance(patience)) break;
      k = view.getInt32(at.current, true);
      this.left++;
      const alone = this.reference().sample(first + k, 1, patience);
      view.setFloat64(at.total, view.getFloat64(at.total, true) + alone.steps, true);
      if (alone.fault)
        return {
          first,
          count: k,
          success: success.slice(),
          value: value.slice(),
          steps: view.getFloat64(at.total, true),
          fault: alone.fault,
        };
      success[k] = alone.success[0]!;
      value[k] = alone.value[0]!;
      k++;
    }
    return { first, count, success: success.slice(), value: value.slice(), steps: view.getFloat64(at.total, true) };
  }

  private startAt(view: DataView, first: number, k: number): void {
    const { at } = this.made;
    view.setInt32(at.running, 0, true);
    view.setInt32(at.current, k, true);
    view.setInt32(at.run, (first + k) | 0, true);
    view.setInt32(at.run + 4, Math.floor((first + k) / 4294967296), true);
  }

  /** False where the module gave up on a run. */
  private advance(patience: () => void): boolean {
    for (;;) {
      try {
        if (this.go(PORTION) === 1) return true;
      } catch (error) {
        if (isTrap(error)) return false;
        throw error;
      }
      patience();
    }
  }
}

/** So many steps take about a hundredth of a second. */
const PORTION = 200_000;

/** A trap of WebAssembly, or a function of the host that has no value. */
function isTrap(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.constructor.name === "RuntimeError");
}
