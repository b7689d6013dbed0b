import { InterpretedSampler, type Series } from "../interpret/sampler.ts";
import type { Task } from "../interpret/trial.ts";
import type { StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";
import type { Batch, RunFault, Sampler } from "../sample.ts";
import { RUNS } from "./emitter.ts";
import { Instance } from "./instance.ts";
import type { ReadyModule } from "./module.ts";
import { Monitor } from "./monitor.ts";

/**
 * Runs made by a WebAssembly module for one network and one task. What traps in the module is a fault of the run, or too strange
 * to be compiled: that run is made by the reference engine, which says what was wrong.
 */
export class CompiledSampler implements Sampler {
  /** How many runs were left to the reference engine. */
  left = 0;
  private readonly instance: Instance;
  private readonly reference: () => Sampler;
  private readonly monitor: Monitor | undefined;
  private patience: () => void = () => {};

  /** `ready`: the module, where another thread has made it already. */
  constructor(network: StochasticNetwork, query: StatisticalQuery, task: Task, series: Series, ready?: ReadyModule) {
    this.monitor = task.kind === "mitl" ? new Monitor(task.formula) : undefined;
    const host = {
      patience: () => this.patience(),
      drain: () => this.monitor?.take(this.instance.told()),
      verdict: () => this.verdict(),
    };
    this.instance = new Instance(network, query, task, series, host, ready);
    let reference: Sampler | undefined;
    this.reference = () => (reference ??= new InterpretedSampler(network, query, task, series));
  }

  get module(): ReadyModule {
    return this.instance.made;
  }

  private verdict(): boolean {
    this.monitor?.take(this.instance.told());
    return this.monitor?.verdict() === true;
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
    const { instance } = this;
    const { view, buffer } = instance;
    const { at } = instance.made;
    const success = new Uint8Array(buffer, at.success, count);
    const value = new Float64Array(buffer, at.value, count);
    success.fill(0);
    view.setInt32(at.count, count, true);
    view.setFloat64(at.total, 0, true);
    const made = (done: number, fault?: RunFault): Batch => ({
      first,
      count: done,
      success: success.slice(),
      value: value.slice(),
      steps: view.getFloat64(at.total, true),
      ...(fault ? { fault } : {}),
    });
    for (let k = 0; k < count; k++) {
      instance.startAt(first + k, k);
      this.monitor?.begin();
      if (instance.advance(patience)) break;
      k = view.getInt32(at.current, true);
      const endless = instance.endless(first + k);
      if (endless) return made(k, endless);
      this.left++;
      const alone = this.reference().sample(first + k, 1, patience);
      view.setFloat64(at.total, view.getFloat64(at.total, true) + alone.steps, true);
      if (alone.fault) return made(k, alone.fault);
      success[k] = alone.success[0]!;
      value[k] = alone.value[0]!;
    }
    return made(count);
  }
}
