import { mergeModels, read, type UppaalSource } from "../../src/index.ts";
import { pick, type Random, randomFrom } from "./edits.ts";

/**
 * Random lists of edges in XTA, some without a source, that both sides insert into and delete from; and the law of merging them.
 */
interface Arrow {
  readonly id: number;
  readonly ends: string;
}

const places = ["A", "B", "C"];

function arrow(id: number, random: Random): Arrow {
  return { id, ends: `${pick(places, random)} -> ${pick(places, random)}` };
}

/**
 * Each edge has a guard that nothing else has. Where the edge before it leaves from the same place, its source may be left out.
 */
function written(arrows: readonly Arrow[], isShort: (id: number) => boolean): string {
  const edges = arrows.map(({ id, ends }, i) => {
    const canBe = i > 0 && arrows[i - 1]!.ends[0] === ends[0];
    return `${canBe && isShort(id) ? ends.slice(2) : ends} { guard k == ${id}; }`;
  });
  return `int k;\nprocess P() {\n  state ${places.join(", ")};\n  init A;\n  trans ${edges.join(",\n    ")};\n}\nsystem P;\n`;
}

function edited(base: readonly Arrow[], first: number, random: Random): readonly Arrow[] {
  const arrows = [...base];
  for (let i = 0; i < 1 + random() * 3; i++) {
    const at = Math.floor(random() * (arrows.length + 1));
    if (random() < 0.4 && arrows.length > 2) arrows.splice(at, 1);
    else arrows.splice(at, 0, arrow(first + i, random));
  }
  return arrows;
}

/**
 * What is wrong with a merge: edges that go elsewhere than in their side or stand twice; where it is clean, those lost
 * or not removed.
 */
export function chainMerge(seed: number): { readonly isClean: boolean; readonly wrong: readonly string[] } {
  const random = randomFrom(seed);
  const base = [0, 1, 2, 3, 4].map((id) => arrow(id, random));
  const [mine, other] = [edited(base, 10, random), edited(base, 20, random)];
  const shortness = random();
  const [old, ours, theirs] = [base, mine, other].map((arrows) =>
    written(arrows, (id) => randomFrom(id)() < shortness),
  );
  const merged = mergeModels({ base: old!, ours: ours!, theirs: theirs! }, "m.xta");
  if (merged.kind === "refused") return { isClean: false, wrong: [merged.reason] };
  const isClean = merged.conflicts.length === 0;
  const all = new Set([...mine, ...other].map(said));
  const kept = [...mine, ...other].filter(
    ({ id }) => id >= 10 || [mine, other].every((arrows) => arrows.some((known) => known.id === id)),
  );
  const edges = edgesIn(merged.text);
  const found = new Set(edges);
  const twice = edges.filter((edge, i) => edges.indexOf(edge) < i);
  const turned = [...found].filter((edge) => !all.has(edge));
  const wanted = new Set(kept.map(said));
  const lost = isClean ? [...wanted, ...found].filter((edge) => !wanted.has(edge) || !found.has(edge)) : [];
  return { isClean, wrong: [...turned, ...twice, ...lost].map((edge) => `seed ${seed}: ${edge}`) };
}

function said({ id, ends }: Arrow): string {
  return `${ends} { k == ${id} }`;
}

function edgesIn(merged: string): readonly string[] {
  const { tree, text, diagnostics } = read(merged, { name: "m.xta" }) as UppaalSource;
  const edges = tree.templates.flatMap((template) => template.edges);
  const shown = edges.map(({ source, target, guard }) => {
    const { start, end } = guard!.value;
    return `${source.name} -> ${target.name} { ${text.slice(start, end)} }`;
  });
  return [...shown, ...diagnostics.map(({ message }) => message)];
}
