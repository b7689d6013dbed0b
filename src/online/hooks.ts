/**
 * `before_update` and `after_update` in a synthesised model: they must do nothing during the initialisation, and what they
 * always did afterwards. Each becomes a function of the same expressions behind a condition on the ordering variable. That is
 * `going` when the processes enter their locations; `before_update` acts from the next transition on. `after_update` comes
 * after that very transition and only makes it `gone`, from which on it acts.
 */
import { build, type Declaration, printExpr, type Tree, type UpdateHook } from "../syntax/index.ts";

export interface Hooks {
  readonly any: boolean;
  /** Replaces the hooks of a list. Of each kind only the last one of the model counts. */
  readonly rewrite: (declarations: readonly Declaration[]) => readonly Declaration[];
}

export function hooksOf(tree: Tree, prefix: string, going: number): Hooks {
  const all = [...tree.declarations, ...tree.systemDeclarations].filter(isHook);
  const last = [all.findLast((d) => d.kind === "before_update"), all.findLast((d) => d.kind === "after_update")];
  const rewrite = (list: readonly Declaration[]): readonly Declaration[] =>
    list.flatMap((d) => {
      if (!isHook(d)) return [d];
      if (!last.includes(d)) return [];
      const name = `${prefix}_${d.kind}`;
      const body = d.updates.map((e) => `${printExpr(e)};`).join(" ");
      const acting = d.kind === "before_update" ? `${prefix}_at >= ${going}` : `${prefix}_at > ${going}`;
      const other =
        d.kind === "before_update" ? "" : ` else if (${prefix}_at == ${going}) ${prefix}_at = ${going + 1};`;
      return [
        ...build.declarations(`void ${name}() { if (${acting}) { ${body} }${other} }`),
        { ...d, updates: [build.call(name)] },
      ];
    });
  return { any: all.length > 0, rewrite };
}

function isHook(d: Declaration): d is UpdateHook {
  return d.kind === "before_update" || d.kind === "after_update";
}
