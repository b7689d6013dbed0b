/**
 * Inclusion by brute force, for small pairs: all runs of the implementation with delays from a grid, and all states that
 * the specification may be in after the same trace, by the concrete semantics. Finds a trace that is none of the
 * specification, or nothing.
 */

import type { Network } from "../../src/network/index.ts";
import { compose } from "../../src/refine/compose.ts";
import { Alone, isAlike, Possible, type State } from "../../src/refine/confirm.ts";
import { inferInterface } from "../../src/refine/interface.ts";
import { joinNetworks } from "../../src/refine/join.ts";
import { SetSearch, whyNoSets } from "../../src/refine/sets.ts";
import { rationals } from "../../src/zones/index.ts";

const { rational } = rationals;

function sidesOf(implementation: Network, specification: Network) {
  const joined = joinNetworks(implementation, specification, "spec");
  const face = inferInterface(implementation, specification, joined, {});
  return { face, composition: compose(joined, face), clocks: joined.clocks - 1 };
}

/** By sets of states alone; undefined where they are not followed, or do not end. */
export function bySets(implementation: Network, specification: Network, sets = 8): boolean | undefined {
  const { composition, face, clocks } = sidesOf(implementation, specification);
  if (whyNoSets(composition) !== undefined) return undefined;
  const ending = new SetSearch(composition, face, { sets, maxStates: 2_000 }, clocks).run();
  return ending.kind === "limit" ? undefined : ending.kind === "complete";
}

/** Whether some run of so many steps, each after a delay from the grid, has a trace that the specification has not. */
export function foundByTrying(
  implementation: Network,
  specification: Network,
  depth: number,
  budget = 120,
): string | undefined {
  const { composition, face } = sidesOf(implementation, specification);
  const own = new Alone(composition, "implementation");
  const { visible } = composition.roles;
  const channels = visible.flatMap((v, channel) => (v ? [channel] : []));
  const grid = [0, 1, 2, 3, 4, 5, 7, 9, 11, 12, 13].map((k) => rational(k, 2));
  const actions = channels.flatMap((channel) => (["!", "?"] as const).map((direction) => ({ channel, direction })));
  const isHidden = (s: State): boolean =>
    composition.network.processes.some(
      (p) => p.index !== composition.roles.specification && p.locations[s.cells[p.index]!]!.committed,
    );
  let left = budget;
  const goes = (state: State, states: readonly State[], word: string, depth: number): string | undefined => {
    if (left-- < 0) return undefined;
    let seen = state;
    const possible = new Possible(composition, (s) => isHidden(seen) || isAlike(face, seen, s));
    const at = (from: readonly State[]): Possible => Object.assign(possible, { states: from });
    for (const delay of grid) {
      const [late] = own.delayed([state], delay);
      if (late === undefined) continue;
      seen = late;
      at(states).wait(delay);
      if (!isHidden(late)) possible.agree(face, late);
      const there = possible.states;
      const now = `${word} ${rationals.showRational(delay)}`;
      if (there.length === 0) return now;
      if (depth === 0) continue;
      const internal = own.stepped([late], own.isInternal).map((next) => {
        seen = next;
        at(there).follow();
        return { next, after: possible.states, name: "tau" };
      });
      const acted = actions.flatMap((action) => {
        const nexts = own.stepped([late], own.isAction(action, "implementation"));
        if (nexts.length === 0) return [];
        return nexts.map((next) => {
          seen = late;
          at(there).agree(face, late);
          seen = next;
          possible.act(action);
          return { next, after: possible.states, name: `${action.channel}${action.direction}` };
        });
      });
      for (const { next, after, name } of [...internal, ...acted]) {
        at(after);
        if (!isHidden(next)) possible.agree(face, next);
        if (possible.states.length === 0 && (name !== "tau" || !isHidden(next))) return `${now} ${name}`;
        const found = goes(next, possible.states, `${now} ${name}`, depth - 1);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  const first = own.initial();
  if (first === undefined) return undefined;
  const possible = new Possible(composition, (s) => isHidden(first) || isAlike(face, first, s));
  if (!isHidden(first)) possible.agree(face, first);
  return possible.states.length === 0 ? "at once" : goes(first, possible.states, "", depth);
}
