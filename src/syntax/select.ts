import { nowhere, wants } from "../base/index.ts";
import { build } from "./build.ts";
import type { Declaration, Instantiation, Name, Tree } from "./tree.ts";

/**
 * A model with other processes: its system line names what is asked for, `P` as it stands there or in a declaration, or
 * `Train(0)` made for the purpose. What speaks of processes (queries, progress measures, charts) is left out. A model whose
 * system line has priorities keeps one, so that nobody takes its processes for processes without.
 */
export function selectProcesses(
  tree: Tree,
  wanted: readonly string[],
): { readonly tree?: Tree; readonly unknown: readonly string[] } {
  wants("selectProcesses", tree, "tree");
  wants("selectProcesses", wanted, "list");
  const templates = [
    ...tree.templates.map((t) => t.name.name),
    ...tree.systemDeclarations.flatMap((d) => (d.kind === "template" ? [d.template.name.name] : [])),
  ];
  const declared = [...tree.declarations, ...tree.systemDeclarations];
  const known = new Set([
    ...templates,
    ...declared.flatMap((d) =>
      d.kind === "instantiation" ? [d.name.name] : d.kind === "template" ? [d.template.name.name] : [],
    ),
  ]);
  const unknown: string[] = [];
  const made: Declaration[] = [];
  const names: Name[] = [];
  for (const text of wanted) {
    const [, name, args] = /^\s*(\w+)\s*(?:\((.*)\))?\s*$/.exec(text) ?? [];
    if (name === undefined || !known.has(name)) {
      unknown.push(text);
      continue;
    }
    if (args === undefined) names.push(build.name(name));
    else {
      const instance = build.instance(
        fresh(`${name}_${args.replace(/\W+/g, "_")}`, known),
        name,
        ...splitList(args).map((a) => build.expr(a)),
      );
      known.add((instance satisfies Instantiation).name.name);
      made.push(instance);
      names.push(instance.name);
    }
  }
  if (unknown.length > 0) return { unknown };
  const prioritised = (tree.system?.groups.length ?? 1) > 1;
  return {
    unknown,
    tree: {
      ...tree,
      charts: [],
      systemDeclarations: [...tree.systemDeclarations, ...made],
      system: { ...nowhere, groups: prioritised ? [[], names] : [names] },
      progress: [],
      gantt: [],
      queries: [],
    },
  };
}

/** `a, f(b, c)` at its outer commas. */
export function splitList(text: string): string[] {
  wants("splitList", text, "text");
  const out: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    else if (c === "," && depth === 0) {
      out.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  out.push(text.slice(from).trim());
  return out.filter((part) => part !== "");
}

function fresh(name: string, taken: ReadonlySet<string>): string {
  let made = name;
  for (let i = 2; taken.has(made); i++) made = `${name}_${i}`;
  return made;
}
