/**
 * Variables of a tester (Bourke and Sowmya 2007, section 3.3; Jensen, Larsen and Skou 2000): the specification's global
 * variables and clocks become the tester's own, so that it neither reads nor changes those of the implementation. Functions
 * that use them are copied with them.
 */
import type { CheckedTemplate, Func, Symbol as Meaning, Model, Variable } from "../model/index.ts";
import { build, type Declaration, type Expr, type FunctionDeclaration } from "../syntax/index.ts";
import type { Rewriter } from "./rewrite.ts";
import { calledBy, eachName } from "./test-interface.ts";

export interface Copies {
  /** By symbol: what stands for it in the tester. */
  readonly replacements: ReadonlyMap<Meaning, Expr>;
  /** Declarations of the tester: copies first, then the specification's own, rewritten. */
  readonly declarations: readonly Declaration[];
  readonly compared: readonly { readonly variable: Variable; readonly copy: Expr }[];
}

/** `copied` are all variables of which the tester has its own; `compared` those that must agree. */
export function copyVariables(
  model: Model,
  template: CheckedTemplate,
  copied: ReadonlySet<Variable>,
  compared: ReadonlySet<Variable>,
  names: Rewriter,
): Copies {
  const replacements = new Map<Meaning, Expr>();
  const made: Declaration[] = [];
  const globals = [...model.tree.declarations, ...model.tree.systemDeclarations];
  for (const d of globals) {
    if (d.kind !== "variables") continue;
    for (const x of d.declarators) {
      const symbol = model.symbols.get(x.name);
      if (symbol?.kind !== "variable" || !copied.has(symbol)) continue;
      const name = names.named(names.lasting(x.name.name), symbol);
      replacements.set(symbol, name);
      made.push({ ...d, declarators: [{ ...x, name }] });
    }
  }
  for (const f of functionsToCopy(model, template, copied)) {
    if (f.node === undefined) continue;
    replacements.set(f, names.named(names.lasting(f.name), f));
  }
  for (const f of functionsToCopy(model, template, copied))
    if (f.node !== undefined) made.push(functionCopy(f.node, replacements.get(f), replacements, names));
  const own = template.node.declarations.map((d): Declaration => {
    if (d.kind === "function") return replacements.size === 0 ? d : functionCopy(d, undefined, replacements, names);
    return d;
  });
  return {
    replacements,
    declarations: [...made, ...own],
    compared: [...compared].flatMap((variable) => {
      const copy = replacements.get(variable);
      return copy === undefined ? [] : [{ variable, copy }];
    }),
  };
}

/** Global functions through which the template reaches a copied variable. */
function functionsToCopy(model: Model, template: CheckedTemplate, copied: ReadonlySet<Variable>): readonly Func[] {
  const used = new Set<Func>();
  const look = (e: Expr | undefined): void => {
    if (e === undefined) return;
    eachName(e, (name) => {
      const symbol = model.symbols.get(name);
      if (symbol?.kind === "function") for (const f of calledBy(model, symbol)) used.add(f);
    });
  };
  for (const { node } of template.locations) look(node.invariant?.value);
  for (const { node } of template.edges) {
    look(node.guard?.value);
    look(node.sync?.value.channel);
    for (const u of node.update?.value ?? []) look(u);
  }
  const reaches = (f: Func) => [...f.reads, ...f.writes].some((v) => copied.has(v));
  return model.functions.filter((f) => used.has(f) && !template.functions.includes(f) && reaches(f));
}

function functionCopy(
  f: FunctionDeclaration,
  name: Expr | undefined,
  by: ReadonlyMap<Meaning, Expr>,
  names: Rewriter,
): FunctionDeclaration {
  return { ...f, ...(name?.kind === "name" ? { name } : {}), body: names.scoped(() => names.block(f.body, by)) };
}

/** That some variable is not what the specification makes of it. */
export function differs(compared: Copies["compared"]): Expr | undefined {
  const list = compared.map(({ variable, copy }) => build.binary("!=", build.name(variable.name), copy));
  return list.length === 0 ? undefined : build.or(...list);
}
