import { type Body, encode, f64, i32, memory, shareAlike, type WasmModule } from "../../engine/index.ts";
import type { Series } from "../interpret/sampler.ts";
import type { StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";
import { value } from "./code.ts";
import { courseObserver } from "./course.ts";
import { drawersFor } from "./draw.ts";
import { earliestFor, FEW } from "./earliest.ts";
import { type CompiledTask, type Emitter, emitterFor, type Places } from "./emitter.ts";
import { firesFor } from "./fire.ts";
import { formulaEnding, formulaObserver } from "./formula.ts";
import { holds } from "./holds.ts";
import { boundedLocations } from "./invariant.ts";
import { byLocation, isStalling } from "./location.ts";
import { Loop } from "./loop.ts";
import { type Ending, endingFor, extremeObserver, type Observer, pathObserver } from "./observe.ts";
import { type Random, randomFor } from "./random.ts";
import { receiversFor } from "./receive.ts";
import { redrawFor } from "./redraw.ts";
import { functionOf, writeHere } from "./statement.ts";
import { takerFor } from "./transition.ts";
import { perform } from "./value.ts";

/** A module that makes runs of one task, and where the host finds what. */
export interface RunModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly at: Places;
  readonly imports: readonly string[];
}

/** The same, compiled by the host: it may be posted to threads, which then need not make it again. */
export interface ReadyModule extends Omit<RunModule, "bytes"> {
  readonly module: WasmModule;
}

const PAGE = 65536;

/** The module: parts that write functions, each given those it calls. Requires: `whyNotCompiled` finds nothing. */
export function compileRuns(
  network: StochasticNetwork,
  query: StatisticalQuery,
  task: CompiledTask,
  { seed, query: number, alike }: Series,
): RunModule {
  const e = emitterFor(network, query, task, { value, functionOf, writeHere });
  const { module } = e;
  const random = randomFor(e, seed, number);
  const earliest = earliestFor(e);
  const draws = drawersFor(random, earliest, e);
  const redraw = redrawFor(draws, earliest, e);
  const receivers = receiversFor(random, redraw, e);
  const fires = firesFor(takerFor(random, receivers, redraw, e), draws, random, e);
  const { observer, ending } = watchFor(e);
  const begin = module.func("begin", [], "void", (f) => {
    firstState(random, e, f);
    redraw.start(f);
    observer.begin(f);
  });
  const loop = new Loop(earliest, observer, fires, random, draws, ending, e);
  module.export("go", loop.go(begin));
  module.export("next", random.next);
  if (network.processes.length > FEW || alike !== undefined) shareAlike(module, e.region, alike);
  module.export("memory", module.addMemory({ min: Math.ceil(e.end() / PAGE) + 1 }));
  return { bytes: encode(module), at: e.at, imports: [...e.host.keys()] };
}

/** What is watched in a run, and when it ends. */
function watchFor(e: Emitter): { readonly observer: Observer; readonly ending: Ending } {
  const { task } = e;
  switch (task.kind) {
    case "path":
      return { observer: pathObserver(task.path, e), ending: endingFor(task.path.bound, e) };
    case "extreme":
      return { observer: extremeObserver(task, e), ending: endingFor(task.bound, e) };
    case "course":
      return { observer: courseObserver(task.bound, task.values, e), ending: endingFor(task.bound, e) };
    case "mitl":
      return { observer: formulaObserver(task.formula, e), ending: formulaEnding(task.formula, task.horizon, e) };
  }
}

function firstState(random: Random, e: Emitter, f: Body): void {
  const { at, cells, network } = e;
  f.do(memory.copy(0, at.start, 8 * cells), f64.store(0, 0, at.time));
  f.do(i32.store(0, 0, at.steps), i32.store(0, 0, at.idle), f64.store(0, 0, at.since), i32.store(0, 0, at.failed));
  const first = network.processes.flatMap(({ pool, locations, initial }) =>
    pool === undefined ? [locations[initial]!] : [],
  );
  f.do(i32.store(0, first.filter(isStalling).length, at.stalling));
  f.do(i32.store(0, first.filter(({ committed }) => committed).length, at.committed));
  random.restart(f);
  perform(network.starts, e, f);
  // All that follows rests on invariants that hold.
  for (const { process, locations } of boundedLocations(e))
    byLocation(network.processes[process]!, locations, f, ({ invariant }) =>
      f.if(i32.eqz(holds(invariant, e, f)), () => f.unreachable()),
    );
}
