/** Which process a variable or clock belongs to, by its name (`Train(1).x`); -1 for those of the whole model. */
import { clockAt, type Network, processAt, slotAt } from "../network/index.ts";
import type { Group } from "./reconstruct.ts";

type GroupClock = Group["clocks"][number];

export class Owners {
  private readonly network: Network;
  private readonly processes: ReadonlyMap<string, number>;
  private readonly slots = new Map<number, number[]>();
  private readonly groups = new Map<Group, Map<number, GroupClock[]>>();

  constructor(network: Network) {
    this.network = network;
    this.processes = new Map(network.processes.map((p) => [p.name, p.index]));
    for (let i = network.processes.length; i < network.slots.length; i++)
      add(this.slots, this.of(slotAt(network, i).name), i);
  }

  of(name: string): number {
    const dot = name.indexOf(".");
    return dot < 0 ? -1 : (this.processes.get(name.slice(0, dot)) ?? -1);
  }

  /** The slots of variables. */
  slotsOf(owner: number): readonly number[] {
    return this.slots.get(owner) ?? [];
  }

  /** The clocks of a group. */
  clocksOf(group: Group, owner: number): readonly GroupClock[] {
    let byOwner = this.groups.get(group);
    if (byOwner === undefined) {
      byOwner = new Map();
      for (const c of group.clocks) add(byOwner, this.of(clockAt(this.network, c.clock).name), c);
      this.groups.set(group, byOwner);
    }
    return byOwner.get(owner) ?? [];
  }

  /** The name as the owner knows it. */
  local(name: string, owner: number): string {
    return owner < 0 ? name : name.slice(processAt(this.network, owner).name.length + 1);
  }
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
