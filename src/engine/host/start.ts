import type { ClockBounds, LiveCells } from "../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { INF as NO_LIMIT } from "../../zones/index.ts";
import { type CompiledModule, statusOf } from "../compile/loop/module.ts";
import { compile } from "../compile/loop/reachability.ts";
import { INF } from "../compile/plan.ts";
import { startsNarrow } from "../compile/support.ts";
import { Fault } from "../fault.ts";
import { type WasmGlobal, type WasmMemory, wasm } from "../wasm/index.ts";
import { guarded } from "./state.ts";

/**
 * A search compiled once that can begin in any symbolic states: each search is a fresh instance of the module with the states
 * put into it instead of the initial one. `parameter` is the value of the network's last cell, which belongs to no state: the
 * model may read it, only the host writes it.
 *
 * Requires: `bounds` and `live` hold for runs from every state, not only from the initial one; no deadlock is asked for.
 */
export class CompiledFrom {
  private readonly network: Network;
  private readonly made: CompiledModule;
  private readonly module: object;

  constructor(network: Network, query: NetworkQuery, bounds: ClockBounds, live: LiveCells | undefined) {
    this.network = network;
    const options = { order: "adaptive", trace: false, shortest: false, boundsBytes: 0 } as const;
    const entry = startsNarrow(network, bounds) ? 2 : 4;
    this.made = compile(network, query, bounds, { ...options, entry }, { live });
    this.module = new (wasm()!.Module)(this.made.bytes);
  }

  /** Requires: invariants allow the states. Zones as in `zones/`, closed; what delays reach belongs to the search. */
  begin(
    states: readonly { readonly cells: Int32Array; readonly zone: Int32Array }[],
    parameter: number,
    memory: number,
  ): SearchFrom {
    const { made, network } = this;
    const host = wasm()!;
    const { exports } = new host.Instance(this.module as ConstructorParameters<typeof host.Instance>[0], {});
    const buffer = (): WasmMemory["buffer"] => (exports.memory as WasmMemory).buffer;
    const { at, dim, rowBytes } = made.plan;
    const { slots, constants, cells } = network;
    const words = new Int32Array(buffer(), at.cells, cells);
    words.set(constants, slots.length);
    words[cells - 1] = parameter;
    (exports.limit as WasmGlobal).value = Math.min(65536, Math.max(Math.ceil(made.heap / 65536) + 2, memory >>> 16));
    (exports.open as (heap: number) => void)(made.heap);
    for (const state of states) {
      // The memory may have grown with the last one.
      new Int32Array(buffer(), at.cells, slots.length).set(state.cells.subarray(0, slots.length));
      const row = rowBytes / 4;
      const target = new Int32Array(buffer(), at.target, dim * row).fill(INF);
      for (let x = 0; x < dim; x++) {
        for (let y = 0; y < dim; y++) {
          const bound = state.zone[x * dim + y];
          if (bound >= NO_LIMIT) continue;
          if (Math.abs(bound) > made.plan.limit)
            throw new Fault(
              "overflow",
              network.origin,
              "differences of clocks beyond what the compiled engine represents",
            );
          target[y * row + x] = bound;
        }
      }
      guarded(network, made, exports, () => (exports.arrive as () => number)());
    }
    return new SearchFrom(network, made, exports);
  }
}

/** A search under way. */
export class SearchFrom {
  private readonly network: Network;
  private readonly made: CompiledModule;
  private readonly exports: Readonly<Record<string, unknown>>;

  constructor(network: Network, made: CompiledModule, exports: Readonly<Record<string, unknown>>) {
    this.network = network;
    this.made = made;
    this.exports = exports;
  }

  get explored(): number {
    return Number((this.exports.explored as WasmGlobal).value) >>> 0;
  }

  /** Explores up to `portion` states. A fault of the model is thrown; `failed` is what the module has no room for. */
  run(portion: number): "working" | "exhausted" | "found" | "memory" | "failed" {
    const run = this.exports.run as (portion: number) => number;
    const now = statusOf(guarded(this.network, this.made, this.exports, () => run(portion)));
    return now === "working" || now === "exhausted" || now === "found" || now === "memory" ? now : "failed";
  }
}
