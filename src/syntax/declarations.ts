import type { Cursor } from "./cursor.ts";
import { declaration, localDeclaration } from "./declaration.ts";
import { template } from "./process.ts";
import { bodyWords, recoverDeclaration, recoverProcess } from "./recovery.ts";
import type { Declaration } from "./tree.ts";

/** Sequences of declarations. What fits nowhere is reported once and skipped; what follows it is read. */

/** Up to the system line or the end of the text, processes among them. */
export function declarations(p: Cursor): Declaration[] {
  const result: Declaration[] = [];
  while (!p.is("#end") && !p.is("system")) {
    const before = p.start;
    if (p.is("process")) {
      const start = p.at();
      const read = template(p);
      result.push({ kind: "template", start, end: p.to(start), template: read });
    } else if (bodyWords.has(p.kind)) {
      // What is left of a process that was closed too early.
      p.fail("a declaration");
      recoverProcess(p);
      p.accept("}");
    } else {
      const read = declaration(p);
      if (read !== undefined) result.push(read);
      else p.fail("a declaration", p.peek() === "=" ? p.keywordHint() : undefined);
    }
    skipFault(p, before);
  }
  return result;
}

/** The declarations of a template. */
export function localDeclarations(p: Cursor): Declaration[] {
  const result: Declaration[] = [];
  while (!p.is("#end")) {
    const before = p.start;
    const read = localDeclaration(p);
    if (read !== undefined) result.push(read);
    else p.fail("a declaration of a variable, type or function");
    skipFault(p, before);
  }
  return result;
}

function skipFault(p: Cursor, before: number): void {
  const failed = p.panic;
  recoverDeclaration(p, before);
  // A stray closing brace belongs to nothing here.
  if (failed && p.is("}")) {
    p.next();
    p.accept(";");
  }
  if (p.start === before && !p.is("#end")) p.next();
}
