import { applyEdits, type Edit, mergeModels, read, type Span, type UppaalSource } from "../../src/index.ts";

/** Random small changes of a model's text, each of which leaves it right, and the law of merging them. */
export type Random = () => number;

/** Numbers from 0 to 1 that a seed repeats. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}

/** `from`: where what it is about begins, if that is before the change. */
type Change = Edit & { readonly from?: number };
type Maker = (source: UppaalSource, random: Random, fresh: string) => Change | undefined;

const and = (source: UppaalSource): string => (source.format === "xml" ? " &amp;&amp; true" : " && true");
const behind = ({ end }: Span, text: string): Edit => ({ start: end, end, text });

/** With the white space before it. */
function without({ text }: UppaalSource, { start, end }: Span): Edit {
  let from = start;
  while (/\s/.test(text[from - 1] ?? "")) from--;
  return { start: from, end, text: "" };
}

const makers: readonly Maker[] = [
  (source, random) => {
    const guards = source.tree.templates.flatMap((t) => t.edges.flatMap(({ guard }) => guard?.value ?? []));
    const guard = pick(guards, random);
    return guard && behind(guard, and(source));
  },
  (source, random) => {
    const places = source.tree.templates.flatMap((t) => t.locations.flatMap((l) => l.invariant?.value ?? []));
    const place = pick(places, random);
    return place && behind(place, and(source));
  },
  (source, random, fresh) => {
    const own = [source.tree.declarations, ...source.tree.templates.map((t) => t.declarations)].flat();
    const after = pick(
      own.filter(({ kind }) => kind === "variables"),
      random,
    );
    return after && behind(after, `\nint ${fresh};`);
  },
  ({ tree, text, format }, random) => {
    const place = pick(
      tree.templates.flatMap((t) => t.locations),
      random,
    );
    const at = format === "xml" && place ? /\bx="(-?\d+)"/.exec(text.slice(place.start, place.end)) : null;
    if (place === undefined || at === null) return undefined;
    const start = place.start + at.index + 3;
    return { start, end: start + at[1]!.length, text: String(Math.floor(random() * 900)) };
  },
  (source, random) => {
    if (source.format !== "xml") return undefined;
    const { edges = [] } = pick(source.tree.templates, random) ?? {};
    const edge = pick(edges, random);
    return edge && without(source, edge);
  },
  ({ tree, text, format }, random) => {
    const edge = pick(
      tree.templates.flatMap((t) => t.edges),
      random,
    );
    if (edge === undefined) return undefined;
    const copy = text.slice(edge.start, edge.end).replace(/\bid="\w+"/, "");
    // Who changes an edge and puts a copy of what it was behind it has, to all that can be seen, put another one before it.
    return { ...behind(edge, format === "xml" ? `\n${copy}` : `,\n${copy}`), from: edge.start };
  },
  ({ tree, format }, random, fresh) => {
    const place = pick(
      tree.templates.flatMap((t) => t.locations),
      random,
    );
    if (format !== "xml" || place === undefined) return undefined;
    return behind(place, `\n<location id="${fresh}" x="0" y="0"><name>${fresh}</name></location>`);
  },
  ({ tree, format }, random, fresh) => {
    const entry = pick(tree.queries, random);
    if (format !== "xml" || entry === undefined || entry.end <= entry.start) return undefined;
    return behind(entry, `\n<query><formula>A[] true</formula><comment>${fresh}</comment></query>`);
  },
  (source, random) => {
    const entry = source.format === "xml" ? pick(source.tree.queries, random) : undefined;
    return entry && entry.end > entry.start ? without(source, entry) : undefined;
  },
];

/** Changes for each side; none stands where another does. */
function disjointEdits(source: UppaalSource, random: Random): readonly [readonly Edit[], readonly Edit[]] {
  const sides: [Edit[], Edit[]] = [[], []];
  const all: Change[] = [];
  const startOf = ({ start, from }: Change): number => from ?? start;
  for (let i = 0; i < 8; i++) {
    const edit = pick(makers, random)?.(source, random, `fresh_${i}`);
    if (edit === undefined || all.some((other) => startOf(edit) <= other.end && startOf(other) <= edit.end)) continue;
    all.push(edit);
    sides[random() < 0.5 ? 0 : 1].push(edit);
  }
  return sides;
}

/** What is wrong with the merge of disjoint changes; undefined if it is what applying both makes, in either order. */
export function unlawful(text: string, name: string, seed: number): string | undefined {
  const source = read(text, { name });
  if (source.format === "tck") return undefined;
  const [mine, other] = disjointEdits(source, randomFrom(seed));
  const [ours, theirs, both] = [mine, other, [...mine, ...other]].map((edits) => applyEdits(text, edits));
  for (const [a, b] of [
    [ours!, theirs!],
    [theirs!, ours!],
  ] as const) {
    const merged = mergeModels({ base: text, ours: a, theirs: b }, name);
    if (merged.kind === "refused") return merged.reason;
    if (merged.conflicts.length > 0) return `conflict: ${JSON.stringify(merged.conflicts[0])}`;
    if (merged.text !== both) return `not as both: ${firstDifference(merged.text, both!)}`;
  }
  return undefined;
}

function firstDifference(a: string, b: string): string {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return JSON.stringify([a.slice(Math.max(0, i - 60), i + 60), b.slice(Math.max(0, i - 60), i + 60)]);
}
