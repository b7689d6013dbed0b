/** Variables and clocks by the process that owns them; -1 for those of the whole model. */
import { clockAt, type Network, processAt, slotAt } from "../network/index.ts";
import type { Group } from "./reconstruct.ts";

type GroupClock = Group["clocks"][number];

export class Owners {
  private readonly network: Network;
  private readonly slots = new Map<number, number[]>();
  private readonly groups = new Map<Group, Map<number, GroupClock[]>>();

  constructor(network: Network) {
    this.network = network;
    for (let i = network.processes.length; i < network.slots.length; i++)
      add(this.slots, slotAt(network, i).owner ?? -1, i);
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
      for (const c of group.clocks) add(byOwner, clockAt(this.network, c.clock).owner ?? -1, c);
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
