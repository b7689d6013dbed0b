/** Which cell and which clock a certificate means: it names processes, variables and clocks, and all must be named once. */
import { Unreadable } from "./outcome.ts";
import type { System } from "./system.ts";

export interface Names {
  /** For each value of a member's state the position in the system's own order. */
  readonly cells: readonly number[];
  /** For each clock of a member's zone, zero included, its number here. */
  readonly clocks: readonly number[];
}

export function namesOf(
  { processes, variables, clocks }: { readonly [key in "processes" | "variables" | "clocks"]: readonly string[] },
  system: System,
): Names {
  if (processes.some((name, k) => system.processes[k]?.name !== name) || processes.length !== system.processes.length)
    throw new Unreadable("the certificate's processes are not those of the model");
  return {
    cells: matched([...processes, ...variables], system.names, "variables"),
    clocks: matched(["0", ...clocks], system.memory.clockNames, "clocks"),
  };
}

function matched(given: readonly string[], own: readonly string[], what: string): number[] {
  const positions = new Map(own.map((name, k) => [name, k]));
  const found = given.map((name) => {
    const at = positions.get(name);
    positions.delete(name);
    if (at === undefined) throw new Unreadable(`the certificate's ${what} are not those of the model: '${name}'`);
    return at;
  });
  const [missing] = positions.keys();
  if (missing !== undefined) throw new Unreadable(`the certificate leaves out '${missing}' of the model's ${what}`);
  return found;
}
