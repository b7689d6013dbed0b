import { append } from "../../base/index.ts";
import { type Part, saidBy } from "./part.ts";

/**
 * Which part of a list was which before: those that are the same, then those of the same kind and key, the most alike first, then
 * those that alone of their kind stand between the same neighbours (renamed ones). By part now, the part before.
 */
export function matchParts(before: readonly Part[], now: readonly Part[]): ReadonlyMap<Part, Part> {
  const found = new Map<Part, Part>();
  const taken = new Set<Part>();
  const claim = (part: Part, known: Part): void => {
    if (found.has(part) || taken.has(known)) return;
    found.set(part, known);
    taken.add(known);
  };
  for (const same of sames) {
    const waiting = groups(
      before.filter((p) => !taken.has(p)),
      same,
    );
    const rest = now.filter((p) => !found.has(p));
    for (const [key, parts] of groups(rest, same))
      parts.forEach((part, i) => {
        const known = waiting.get(key)?.[i];
        if (known !== undefined) claim(part, known);
      });
  }
  for (const [part, known] of alike(
    before.filter((p) => !taken.has(p)),
    now.filter((p) => !found.has(p)),
  ))
    claim(part, known);
  for (const [part, known] of renamed(before, now, found, taken)) claim(part, known);
  return found;
}

/** When two parts are the same; an edge without a source is so even where the edge before it leaves elsewhere now. */
const sames: readonly ((part: Part) => string)[] = [
  (part) => `${part.kind}\n${part.key}\n${saidBy(part)}`,
  ({ kind, body }) => `${kind}\n${body}`,
];

function groups(parts: readonly Part[], key: (part: Part) => string): ReadonlyMap<string, readonly Part[]> {
  const found = new Map<string, Part[]>();
  for (const part of parts) {
    const group = found.get(key(part));
    if (group === undefined) found.set(key(part), [part]);
    else group.push(part);
  }
  return found;
}

/** Pairs of one kind and key, those first that have most in common at their beginnings and ends. */
function alike(before: readonly Part[], now: readonly Part[]): readonly (readonly [Part, Part])[] {
  const byKey = ({ kind, key }: Part): string => `${kind}\n${key}`;
  const waiting = groups(before, byKey);
  return [...groups(now, byKey)].flatMap(([key, parts]) => {
    const known = waiting.get(key) ?? [];
    if (parts.length === 1 && known.length === 1) return [[parts[0]!, known[0]!] as const];
    const pairs = parts.flatMap((part) =>
      known.map((old) => ({ part, old, common: inCommon(saidBy(part), saidBy(old)) })),
    );
    return pairs.toSorted((a, b) => b.common - a.common).map(({ part, old }) => [part, old] as const);
  });
}

function inCommon(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return head + tail - Math.abs(a.length - b.length);
}

function renamed(
  before: readonly Part[],
  now: readonly Part[],
  found: ReadonlyMap<Part, Part>,
  taken: ReadonlySet<Part>,
): readonly (readonly [Part, Part])[] {
  const gaps = gapsOf(before, (part) => (taken.has(part) ? part : undefined));
  return [...gapsOf(now, (part) => found.get(part))].flatMap(([after, here]) => {
    const there = gaps.get(after) ?? [];
    return here.flatMap((part) => {
      const [alike, others] = [there.filter((p) => p.kind === part.kind), here.filter((p) => p.kind === part.kind)];
      return alike.length === 1 && others.length === 1 && mayBe(part, alike[0]!) ? [[part, alike[0]!] as const] : [];
    });
  });
}

/** An edge that goes elsewhere and does something else is another edge. */
function mayBe(part: Part, known: Part): boolean {
  return part.kind !== "transition" || labelsOf(part) === labelsOf(known);
}

/** What the labels of an edge say, wherever they are drawn. */
function labelsOf({ inner }: Part): string {
  const labels = inner.filter(({ kind }) => !ends.has(kind));
  return labels
    .map((label) => `${label.kind}: ${(label.inner.find(({ kind }) => kind === "text") ?? label).body}`)
    .join();
}

const ends: ReadonlySet<string> = new Set(["tag", "source", "target", "place"]);

/** The unmatched parts by the matched one before them. */
function gapsOf(
  parts: readonly Part[],
  known: (part: Part) => Part | undefined,
): ReadonlyMap<Part | undefined, readonly Part[]> {
  const gaps = new Map<Part | undefined, Part[]>();
  let after: Part | undefined;
  for (const part of parts) {
    const match = known(part);
    if (match !== undefined) after = match;
    else gaps.set(after, [...(gaps.get(after) ?? []), part]);
  }
  return gaps;
}

/** One place of the merged list: what stood there before, and what each side has there. */
export interface Row {
  readonly base?: Part;
  readonly ours?: Part;
  readonly theirs?: Part;
}

/**
 * The rows of the merged list, in order. A side that changed the order of what was there has its order kept; what is new goes
 * behind what it followed. Where both sides add at one place, the order does not depend on which side is which.
 */
export function alignParts(base: readonly Part[], ours: readonly Part[], theirs: readonly Part[]): readonly Row[] {
  const [mine, other] = [matchParts(base, ours), matchParts(base, theirs)];
  const [backMine, backOther] = [inverse(mine), inverse(other)];
  const [added, addedThere] = [additions(ours, mine), additions(theirs, other)];
  const same = samePairs([...added.values()].flat(), [...addedThere.values()].flat(), base.length === 0);
  const rows: Row[] = [...newRows(added.get(undefined), addedThere.get(undefined), same)];
  for (const part of orderOf(base, ours, theirs, mine, other)) {
    const [our, their] = [backMine.get(part), backOther.get(part)];
    rows.push({ base: part, ...(our ? { ours: our } : {}), ...(their ? { theirs: their } : {}) });
    append(rows, newRows(added.get(part), addedThere.get(part), same));
  }
  return rows;
}

function inverse(map: ReadonlyMap<Part, Part>): ReadonlyMap<Part, Part> {
  return new Map([...map].map(([a, b]) => [b, a]));
}

function additions(now: readonly Part[], known: ReadonlyMap<Part, Part>) {
  return gapsOf(now, (part) => known.get(part));
}

/** What both sides have added: by theirs, ours. Where nothing was before, things of one key are taken for one (`byKey`). */
function samePairs(ours: readonly Part[], theirs: readonly Part[], byKey: boolean): ReadonlyMap<Part, Part> {
  const rest = new Set(ours);
  const pairs = new Map<Part, Part>();
  for (const part of theirs)
    for (const mine of rest) {
      const isSame = part.isSingle || byKey || saidBy(mine) === saidBy(part);
      if (!isSame || mine.kind !== part.kind || mine.key !== part.key) continue;
      pairs.set(part, mine);
      rest.delete(mine);
      break;
    }
  return pairs;
}

/** The order that UPPAAL wants of children, for those that both sides add at one place. */
const ranks =
  `tag,open,name,parameter,declaration,location,branchpoint,init,initial,source,target,label select,select,label guard,guard,
label synchronisation,sync,label assignment,update,label probability,probability,place,transition,template,instantiation,system,queries,
formula,comment`.split(/,\s*/);

function newRows(
  ours: readonly Part[] = [],
  theirs: readonly Part[] = [],
  same: ReadonlyMap<Part, Part>,
): readonly Row[] {
  const back = inverse(same);
  const mine = ours.map((part): Row => {
    const their = back.get(part);
    return their === undefined ? { ours: part } : { ours: part, theirs: their };
  });
  const other = theirs.filter((part) => !same.has(part)).map((part): Row => ({ theirs: part }));
  if (mine.length === 0 || other.length === 0) return [...mine, ...other];
  const all = textOf(mine) <= textOf(other) ? [...mine, ...other] : [...other, ...mine];
  return all.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function textOf(rows: readonly Row[]): string {
  return rows.map(({ ours, theirs }) => saidBy((ours ?? theirs)!)).join("");
}

function rankOf({ ours, theirs }: Row): number {
  const at = ranks.indexOf((ours ?? theirs)?.kind ?? "");
  return at < 0 ? ranks.indexOf("place") : at;
}

/** What was there before, in the order of the side that changed it; what that side removed stays behind what it followed. */
function orderOf(
  base: readonly Part[],
  ours: readonly Part[],
  theirs: readonly Part[],
  mine: ReadonlyMap<Part, Part>,
  other: ReadonlyMap<Part, Part>,
): readonly Part[] {
  const places = new Map(base.map((part, i) => [part, i]));
  const seen = (now: readonly Part[], known: ReadonlyMap<Part, Part>): readonly Part[] =>
    now.flatMap((part) => known.get(part) ?? []);
  const isSorted = (parts: readonly Part[]): boolean =>
    parts.every((part, i) => i === 0 || places.get(parts[i - 1]!)! < places.get(part)!);
  const [first, second] = [seen(ours, mine), seen(theirs, other)];
  const order = isSorted(first) ? second : first;
  if (isSorted(order)) return base;
  const kept = new Set(order);
  const gone = gapsOf(base, (part) => (kept.has(part) ? part : undefined));
  return [...(gone.get(undefined) ?? []), ...order.flatMap((part) => [part, ...(gone.get(part) ?? [])])];
}
