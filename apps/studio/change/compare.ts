import { labelTexts, type Template, type Tree } from "../../../src/index.ts";

/**
 * Which parts of two models' drawings differ: keys of parts with `added`, `removed` or `changed`, per template of each side.
 * Locations are matched by id, edges by what they say and then by their ends.
 */
export type Marks = ReadonlyMap<string, "added" | "removed" | "changed">;

export interface Compared {
  readonly name: string;
  readonly before?: Template;
  readonly after?: Template;
  readonly marksBefore: Marks;
  readonly marksAfter: Marks;
}

export function compare(before: Tree, after: Tree): readonly Compared[] {
  const names = [...new Set([...before.templates, ...after.templates].map((t) => t.name.name))];
  return names.map((name) => {
    const [old, next] = [before, after].map((tree) => tree.templates.find((t) => t.name.name === name));
    const marksBefore = new Map<string, "added" | "removed" | "changed">();
    const marksAfter = new Map<string, "added" | "removed" | "changed">();
    locations(old, next, marksBefore, marksAfter);
    edges(old, next, marksBefore, marksAfter);
    return {
      name,
      ...(old === undefined ? {} : { before: old }),
      ...(next === undefined ? {} : { after: next }),
      marksBefore,
      marksAfter,
    };
  });
}

type Growing = Map<string, "added" | "removed" | "changed">;

function said(node: Template["edges"][number] | Template["locations"][number]): string {
  return labelTexts(node)
    .map((l) => `${l.kind} ${l.text}`)
    .join("\n");
}

function locations(old: Template | undefined, next: Template | undefined, before: Growing, after: Growing): void {
  const known = new Map(old?.locations.map((l) => [l.id, l]));
  for (const l of next?.locations ?? []) {
    const was = known.get(l.id);
    known.delete(l.id);
    if (was === undefined) after.set(`l:${l.id}`, "added");
    else if (
      was.name?.name !== l.name?.name ||
      said(was) !== said(l) ||
      was.urgent !== l.urgent ||
      was.committed !== l.committed
    ) {
      before.set(`l:${l.id}`, "changed");
      after.set(`l:${l.id}`, "changed");
    }
  }
  for (const id of known.keys()) before.set(`l:${id}`, "removed");
}

function edges(old: Template | undefined, next: Template | undefined, before: Growing, after: Growing): void {
  const ends = (e: Template["edges"][number]): string => `${e.source.name}\n${e.target.name}`;
  const open = new Map((old?.edges ?? []).map((e, i) => [i, e]));
  const rest: [number, Template["edges"][number]][] = [];
  const byMeaning = new Map<string, number[]>();
  for (const [i, e] of open)
    byMeaning.set(`${ends(e)}\n${said(e)}`, [...(byMeaning.get(`${ends(e)}\n${said(e)}`) ?? []), i]);
  (next?.edges ?? []).forEach((e, i) => {
    const same = byMeaning.get(`${ends(e)}\n${said(e)}`)?.shift();
    if (same === undefined) rest.push([i, e]);
    else open.delete(same);
  });
  for (const [i, e] of rest) {
    const was = [...open].find(([, o]) => ends(o) === ends(e));
    after.set(`e:${i}`, was === undefined ? "added" : "changed");
    if (was === undefined) continue;
    before.set(`e:${was[0]}`, "changed");
    open.delete(was[0]);
  }
  for (const i of open.keys()) before.set(`e:${i}`, "removed");
}
