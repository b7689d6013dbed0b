import { InternalError } from "../../base/index.ts";
import { type WasmHost, wasm } from "../../engine/index.ts";
import type { Function } from "../code.ts";
import { Engine } from "../interpret/engine.ts";
import { Memory } from "../interpret/memory.ts";
import { endlessText, longestOf } from "../interpret/observe.ts";
import { ZENO, zenoText } from "../interpret/progress.ts";
import type { Series } from "../interpret/sampler.ts";
import { stateText } from "../interpret/state.ts";
import type { Initial, StochasticNetwork } from "../network.ts";
import type { Bound, StatisticalQuery } from "../query.ts";
import type { RunFault } from "../sample.ts";
import type { CompiledTask } from "./emitter.ts";
import { type Host, hostFunction } from "./imports.ts";
import { compileRuns, type ReadyModule, type RunModule } from "./module.ts";

/** One instance of the module for a network and a task, with its memory. */
export class Instance {
  readonly made: ReadyModule;
  readonly view: DataView;
  readonly buffer: ArrayBuffer;
  private readonly network: StochasticNetwork;
  private readonly functions: readonly Function[];
  private readonly cells: number;
  private readonly bound: Bound;
  private readonly go: (budget: number) => number;

  constructor(
    network: StochasticNetwork,
    query: StatisticalQuery,
    task: CompiledTask,
    series: Series,
    host: Omit<Host, "next">,
    made?: ReadyModule,
  ) {
    const engine = wasm();
    if (engine === null) throw new InternalError("this is not compiled");
    this.network = network;
    this.functions = [...network.functions, ...query.functions];
    this.cells = query.cells;
    this.bound = boundOf(task);
    this.made = made ?? readyModule(compileRuns(network, query, task, series), engine);
    const asked: Host = { ...host, next: () => 0 };
    const imports = Object.fromEntries(this.made.imports.map((key) => [key, hostFunction(key, asked)]));
    const { exports } = new engine.Instance(this.made.module, { host: imports });
    this.go = exports.go as (budget: number) => number;
    asked.next = exports.next as () => number;
    this.buffer = (exports.memory as { readonly buffer: ArrayBuffer }).buffer;
    this.view = new DataView(this.buffer);
    this.putFirstState(network);
  }

  private putFirstState({ initial }: StochasticNetwork): void {
    const { start } = this.made.at;
    for (const { cell, is, value } of initial as readonly Initial[])
      if (is === "int") this.view.setInt32(start + 8 * cell, value, true);
      else this.view.setFloat64(start + 8 * cell, value, true);
  }

  /** The next run is this one, the k-th of the batch. */
  startAt(run: number, k: number): void {
    const { view } = this;
    const { at } = this.made;
    view.setInt32(at.running, 0, true);
    view.setInt32(at.current, k, true);
    view.setInt32(at.run, run | 0, true);
    view.setInt32(at.run + 4, Math.floor(run / 4294967296), true);
  }

  /** Makes the runs of the batch. False where the module gave up on one. */
  advance(patience: () => void): boolean {
    for (let portions = 1; ; portions++) {
      try {
        if (this.go(PORTION) === 1) return true;
      } catch (error) {
        if (isTrap(error)) return false;
        throw error;
      }
      if (portions % PATIENCE === 0) patience();
    }
  }

  /** The run that was given up on made transitions without end: the reference engine would take long to find the same. */
  endless(run: number): RunFault | undefined {
    const { view, network, cells, bound } = this;
    const { at } = this.made;
    const isZeno = view.getInt32(at.idle, true) > ZENO;
    const longest = longestOf(bound, network);
    if (!isZeno && view.getInt32(at.steps, true) <= longest) return undefined;
    const memory = new Memory(network, cells, 0n, 0);
    memory.reals.set(new Float64Array(this.buffer, 0, cells));
    const time = view.getFloat64(at.time, true);
    memory.time = time;
    const state = stateText({ network, memory });
    if (!isZeno && bound.by === "clock")
      return { code: "unbounded", message: endlessText(bound, longest), run, time, state };
    const origin = new Engine(network, this.functions, memory).hurrying()?.origin;
    return { code: "zeno", message: zenoText(ZENO), run, time, ...(origin ? { origin } : {}), state };
  }

  /** Takes what the run under way has told. Requires that it is looked at before the run goes on. */
  told(): Float64Array {
    const { outlet, told } = this.made.at;
    const length = this.view.getInt32(told, true) / 8;
    this.view.setInt32(told, 0, true);
    return new Float64Array(this.buffer, outlet, length);
  }
}

function boundOf(task: CompiledTask): Bound {
  if (task.kind === "path") return task.path.bound;
  return task.kind === "mitl" ? { by: "time", limit: task.horizon } : task.bound;
}

function readyModule({ bytes, ...made }: RunModule, engine: WasmHost): ReadyModule {
  return { ...made, module: new engine.Module(bytes) };
}

/** So many steps are worth a call. Not more: better code that the host has made meanwhile is used from the next call on. */
const PORTION = 5_000;
/** So many portions take about a hundredth of a second. */
const PATIENCE = 40;

/** A trap of WebAssembly, or a function of the host that has no value. */
function isTrap(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.constructor.name === "RuntimeError");
}
