import { type Span, wants } from "../base/index.ts";
import type { Model, StructType } from "../model/index.ts";
import type { Name } from "../syntax/index.ts";
import type { Page } from "./page.ts";
import { holds } from "./place.ts";

/** Where the field of a struct is declared that stands behind the dot at an offset. */
export function fieldAt(page: Page, offset: number): { readonly name: Name; readonly declared: Span } | undefined {
  wants("fieldAt", page, "page");
  wants("fieldAt", offset, "number");
  const { model } = page;
  if (model === undefined) return undefined;
  const tables = [model.types, ...page.queries.map(({ types }) => types)];
  for (const types of tables)
    for (const expr of types.keys()) {
      if (expr.kind !== "member" || !holds(expr.member, offset)) continue;
      const type = types.get(expr.object) ?? model.types.get(expr.object);
      const declared = type?.kind === "struct" ? declaredIn(model, type, expr.member.name) : undefined;
      if (declared !== undefined) return { name: expr.member, declared };
    }
  return undefined;
}

function declaredIn(model: Model, type: StructType, field: string): Span | undefined {
  for (const [node, meant] of model.typeExprs) {
    if (node.base.kind !== "struct" || !isSame(meant, type)) continue;
    for (const { declarators } of node.base.fields)
      for (const { name } of declarators) if (name.name === field) return name;
  }
  return undefined;
}

/** A prefix makes another value of a type that is the same. */
function isSame(meant: unknown, type: StructType): boolean {
  return meant === type || (meant as StructType).fields === type.fields;
}
