/** Declarations of variables and types, wherever they stand. */
import type { Cursor } from "./cursor.ts";
import { name } from "./parts.ts";
import { recoverList } from "./recovery.ts";
import type {
  Declarator,
  Initialiser,
  InitialiserList,
  TypeDeclaration,
  TypeExpr,
  VariableDeclaration,
} from "./tree.ts";
import { constInt, dimensions, fieldDeclarator, type } from "./type.ts";

export function variableDeclaration(p: Cursor): VariableDeclaration {
  const start = p.at();
  if (p.context === "old" && p.kind === "const") return oldConstants(p);
  return variables(p, start, type(p));
}

export function variables(p: Cursor, start: number, base: TypeExpr): VariableDeclaration {
  const declarators = [declarator(p)];
  while (p.accept(",")) declarators.push(declarator(p));
  p.expect(";", "after the declaration");
  return { kind: "variables", start, end: p.to(start), type: base, declarators };
}

function declarator(p: Cursor): Declarator {
  const start = p.at();
  const declared = name(p, "a name");
  const sizes = dimensions(p);
  if (!p.accept("=")) return { start, end: p.to(start), name: declared, dimensions: sizes };
  const value = initialiser(p);
  return { start, end: p.to(start), name: declared, dimensions: sizes, initialiser: value };
}

/** `const N 3, M 4;` */
function oldConstants(p: Cursor): VariableDeclaration {
  const start = p.at();
  const base = constInt(p);
  const declarators: Declarator[] = [];
  do {
    const from = p.at();
    const declared = name(p, "the name of a constant");
    const sizes = dimensions(p);
    const value = initialiser(p);
    declarators.push({ start: from, end: p.to(from), name: declared, dimensions: sizes, initialiser: value });
  } while (p.accept(","));
  p.expect(";", "after the declaration");
  return { kind: "variables", start, end: p.to(start), type: base, declarators };
}

function initialiser(p: Cursor): Initialiser {
  if (p.kind !== "{") return p.expression();
  const start = p.at();
  const items: InitialiserList["items"][number][] = [];
  if (!p.enter()) return { kind: "list", start, end: p.to(start), items };
  p.next();
  do {
    if (p.is("#name") && p.peek() === ":") {
      const field = name(p, "a field");
      p.next();
      items.push({ field, value: initialiser(p) });
    } else items.push({ value: initialiser(p) });
  } while (p.accept(","));
  p.leave();
  p.expect("}", "after the initialisers");
  recoverList(p);
  return { kind: "list", start, end: p.to(start), items };
}

export function typeDeclaration(p: Cursor): TypeDeclaration {
  const start = p.at();
  p.next();
  const base = type(p);
  const declarators = [fieldDeclarator(p)];
  while (p.accept(",")) declarators.push(fieldDeclarator(p));
  p.expect(";", "after the type declaration");
  return { kind: "typedef", start, end: p.to(start), type: base, declarators };
}

/** A name followed by a name begins a declaration; so does one followed by a word that is wrongly used as a name. */
export function startsNamedType(p: Cursor): boolean {
  if (p.kind !== "#name" || p.context === "old") return false;
  const after = p.peek();
  return after === "#name" || after === "#builtin" || after === "sum" || after === "forall" || after === "exists";
}
