import type { ClockBounds } from "../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { type Kept, thaw } from "./frozen.ts";
import type { Instance } from "./instance.ts";
import { CompiledReach, type Place, type ReachOptions, SPARE } from "./reach.ts";
import { type ReachedState, readState } from "./state.ts";

/**
 * One of several memories of a search in one thread (see `compile/loop/exchange.ts`): as `CompiledReach`, with what it sends to
 * the others and takes from them. Its status "exhausted" speaks of the present level only. The first one made makes the code,
 * the others are given it.
 */
interface Share {
  /** Which one this is, and how many there are. */
  readonly number: number;
  readonly memories: number;
  /** Takes messages to another one; they are gone when it returns. */
  readonly carry: (to: number, messages: Uint8Array) => void;
}

/** A node: its state, and its parent by address and memory; 0 if it has none. */
interface Ancestor {
  readonly state: ReachedState;
  readonly parent: number;
  readonly origin: number;
}

export class MemoryReach extends CompiledReach {
  constructor(
    network: Network,
    query: NetworkQuery | undefined,
    bounds: ClockBounds,
    options: ReachOptions,
    share: Share,
  ) {
    super(network, query, bounds, options, placeOf(share));
  }

  /** Sends all messages that wait to be sent. */
  flush(): void {
    this.instance.call("flush");
  }

  /** Takes messages of another one into the store. */
  receive(messages: Uint8Array, sender: number): void {
    const { inbox, messageBytes } = this.instance.made;
    new Uint8Array(this.instance.buffer, inbox, messages.length).set(messages);
    this.instance.call("receive", messages.length / messageBytes, sender);
  }

  /** Whether there is something left of the present level. */
  get hasMore(): boolean {
    return this.instance.call("left") !== 0;
  }

  /** Of those expanded, how many have turned out to be so in vain. */
  get wasted(): number {
    return this.instance.counter("wasted");
  }

  /** What was found becomes the level; false if it is empty. `isEager`: what covers an expanded state goes first. */
  advance(isEager: boolean): boolean {
    this.instance.set("eager", isEager ? 1 : 0);
    return this.instance.call("advance") !== 0;
  }

  /** Why no more can be stored, or that something was found: what the next `run` will say before it does anything. */
  get verdict(): "found" | "memory" | "bounds" | undefined {
    if (this.found !== 0) return "found";
    const trouble = this.instance.counter("trouble");
    return trouble === 0 ? undefined : trouble === 1 ? "memory" : "bounds";
  }

  /** Bytes of its memory, in use or not; and those in use, whole pages. */
  get size(): number {
    return this.instance.buffer.byteLength;
  }

  get used(): number {
    return PAGE * this.instance.counter("top");
  }

  /** Lets it use so many bytes from now on. */
  limit(bytes: number): void {
    this.instance.limit(bytes, leastOf(this.instance));
  }

  /** Goes on as another one with the same code, which was kept. Requires: `freezes`. */
  become(kept: Kept): void {
    const { used } = this;
    thaw(this.instance, kept, this.options.memory, SPARE);
    // Pages that are not in use hold zeros.
    if (used > kept.bytes) new Uint8Array(this.instance.buffer, kept.bytes, used - kept.bytes).fill(0);
  }

  /** A node of a path, for a trace through several memories. */
  ancestor(node: number): Ancestor {
    const view = this.instance.view();
    const { parent } = this.instance.made.plan.node;
    const [up, origin] = [view.getUint32(node + parent, true), view.getUint32(node + parent + 4, true)];
    return { state: readState(this.instance, view, node), parent: up, origin };
  }
}

const PAGE = 65536;

/** Pages that it may have in any case. */
function leastOf({ made }: Instance): number {
  return Math.ceil(made.heap / PAGE) + SPARE;
}

function placeOf({ number, memories, carry }: Share): Place {
  return {
    plan: { memories },
    isGiven: true,
    carry,
    open: (instance, memory) => {
      instance.limit(memory, leastOf(instance));
      instance.set("part", number);
      instance.set("origin", number);
      instance.call(number > 0 ? "open" : "start", instance.made.heap);
    },
  };
}
