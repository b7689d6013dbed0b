import type { ClockBounds, LiveCells } from "../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { type CompiledModule, statusOf } from "../compile/loop/module.ts";
import { compile } from "../compile/loop/reachability.ts";
import { startsNarrow } from "../compile/support.ts";
import { Fault } from "../fault.ts";
import type { WasmModule } from "../wasm/index.ts";
import { Instance, moduleOf } from "./instance.ts";
import { type ReachedState, writeTarget } from "./state.ts";

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
  private readonly module: WasmModule;

  constructor(network: Network, query: NetworkQuery, bounds: ClockBounds, live: LiveCells | undefined) {
    this.network = network;
    const options = { order: "adaptive", trace: false, shortest: false } as const;
    const entry = startsNarrow(network, bounds) ? 2 : 4;
    this.made = compile(network, query, bounds, { ...options, entry }, { live });
    this.module = moduleOf(this.made);
  }

  /** Requires: invariants allow the states. Zones as in `zones/`, closed; what delays reach belongs to the search. */
  begin(states: readonly ReachedState[], parameter: number, memory: number): SearchFrom {
    const { made, network } = this;
    const instance = new Instance(network, made, this.module);
    new Int32Array(instance.buffer, made.plan.at.cells, network.cells)[network.cells - 1] = parameter;
    instance.limit(memory, Math.ceil(made.heap / 65536) + 2);
    instance.call("open", made.heap);
    const search = new SearchFrom(instance, network);
    search.add(states);
    return search;
  }
}

/** A search under way. */
class SearchFrom {
  private readonly instance: Instance;
  private readonly network: Network;

  constructor(instance: Instance, network: Network) {
    this.instance = instance;
    this.network = network;
  }

  /** More states to begin with; also after what was there is exhausted, which is then known not to lead to what is asked for. */
  add(states: readonly ReachedState[]): void {
    for (const state of states) {
      if (!writeTarget(this.instance, state)) {
        const reason = "differences of clocks beyond what the compiled engine represents";
        throw new Fault("overflow", this.network.origin, reason);
      }
      this.instance.call("arrive");
    }
  }

  get explored(): number {
    return this.instance.counter("explored");
  }

  /** Explores up to `portion` states. A fault of the model is thrown; `failed` is what the module has no room for. */
  run(portion: number): "working" | "exhausted" | "found" | "memory" | "failed" {
    const now = statusOf(this.instance.call("run", portion));
    return now === "working" || now === "exhausted" || now === "found" || now === "memory" ? now : "failed";
  }
}
