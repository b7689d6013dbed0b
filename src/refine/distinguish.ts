/**
 * From where a search by sets of states ended (`sets.ts`) to a run that tells both sides apart, exact in time: the path is followed
 * again without abstraction, the valuations from which its end is reached are found backwards, and the simplest delays forwards.
 * The run is confirmed by the concrete semantics before anybody sees it.
 */

import { timePredecessors } from "../engine/index.ts";
import { channelAt } from "../network/index.ts";
import { chooseDelay, edgeOf } from "../trace/index.ts";
import {
  dbm,
  type Federation,
  federation,
  type Point,
  point,
  type Rational,
  rationals,
  type Zone,
} from "../zones/index.ts";
import type { Composition } from "./compose.ts";
import { confirm } from "./confirm.ts";
import type { Interface } from "./interface.ts";
import type { Joint } from "./joint.ts";
import type { Distinction } from "./refinement.ts";
import { keyOf, type Link, type Move, type SetNode } from "./set-node.ts";
import { type SetEnding, SetSearch } from "./sets.ts";
import { edgeIn } from "./trace.ts";

type Apart = Extract<SetEnding, { readonly kind: "apart" }>;

/** The run, or why there is none to show. */
export function distinguish(
  composition: Composition,
  face: Interface,
  found: Apart,
  clocks: number,
  limits: ConstructorParameters<typeof SetSearch>[2],
): Distinction | string {
  const path = pathOf(found.end);
  // What is found on arrival or by a delay is found before its node is kept.
  const kept = found.move === undefined ? path.slice(0, -1) : path;
  const search = new SetSearch(composition, face, limits, clocks, kept.map(keyOf));
  const exact = search.run();
  if (exact.kind !== "apart") return "it could not be made without abstraction";
  const links = pathOf(exact.end).flatMap((node) => node.links);
  const steps = delaysAlong(search.joint, links, exact.end.zone, composition);
  if (steps === undefined) return "no exact delays were found";
  const all =
    exact.move === undefined ? steps : [...steps.slice(0, -1), { delay: steps.at(-1)!.delay, move: exact.move }];
  const seen = confirm(composition, face, all);
  if (typeof seen === "string") return `it did not replay: ${seen}`;
  const { network } = composition;
  return {
    kind: exact.what,
    time: all.reduce((sum, s) => rationals.plus(sum, s.delay), rationals.ZERO),
    steps: all.map(({ delay, move }, i) => ({
      delay,
      possible: seen[i]!,
      ...(move?.action === undefined
        ? {}
        : { action: `${channelAt(network, move.action.channel).name}${move.action.direction}` }),
      edges: edgesOf(composition, move?.words ?? []),
    })),
  };
}

function edgesOf(composition: Composition, words: readonly number[]): Distinction["steps"][number]["edges"] {
  const out: Distinction["steps"][number]["edges"][number][] = [];
  for (let at = 0; at < words.length; ) {
    const edge = edgeOf(composition.network, words[at]!);
    out.push(edgeIn(composition, edge));
    at += 1 + edge.selects.length;
  }
  return out;
}

function pathOf(end: SetNode): readonly SetNode[] {
  const path = [end];
  for (let at = end.parent; at !== undefined; at = at.parent) path.unshift(at);
  return path;
}

interface Taken {
  readonly delay: Rational;
  readonly move?: Move;
}

/** Each move with the delay before it, and the last delay; undefined if the path cannot be gone. */
function delaysAlong(
  joint: Joint,
  links: readonly Link[],
  end: Zone,
  { network }: Composition,
): readonly Taken[] | undefined {
  const good: Federation[] = new Array(links.length);
  let zones: Federation = [end];
  for (let i = links.length - 1; i >= 0; i--) {
    good[i] = zones;
    zones = beforeLink(joint, links[i]!, zones);
  }
  let values: Point = network.clocks.map((c) => rationals.rational(c.initial));
  if (!zones.some((z) => point.containsPoint(z, 0, values.length, values))) return undefined;
  const out: Taken[] = [];
  let waited = rationals.ZERO;
  for (const [i, link] of links.entries()) {
    if (link.kind === "turn") {
      if (link.move !== undefined) {
        out.push({ delay: waited, move: link.move });
        waited = rationals.ZERO;
      }
      values = joint.valuesAfter(values, link.copies, link.turn);
      continue;
    }
    if (link.isTimed) values = [...values.slice(0, -1), rationals.ZERO];
    const d = chooseDelay(values, { timing: link.timing, avoid: [] }, good[i]!, values.length);
    if (d === undefined) return undefined;
    waited = rationals.plus(waited, d);
    values = point.delayed(values, d);
  }
  return [...out, { delay: waited }];
}

function beforeLink(joint: Joint, link: Link, zones: Federation): Federation {
  if (link.kind === "turn") return zones.flatMap((z) => joint.before(z, link.copies, link.turn) ?? []);
  const { entry, timing, isTimed } = link;
  const dim = Math.round(Math.sqrt(entry.length));
  return timePredecessors(zones, timing, dim).flatMap((z) => {
    const past = z.slice();
    if (isTimed && !dbm.resetInverse(past, 0, dim, dim - 1, 0)) return [];
    return federation.meetZones(past, entry, dim) ?? [];
  });
}
