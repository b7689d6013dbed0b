import type { Diagnostic, Span } from "../base/index.ts";
import { Cursor } from "./cursor.ts";
import type { Editor } from "./editor.ts";
import { equalTrees } from "./equal.ts";
import { expression } from "./expression.ts";
import type { TextKind } from "./labeltext.ts";
import { printTemplate } from "./printdeclaration.ts";
import { template as readTemplate } from "./process.ts";
import { Fragment } from "./source.ts";
import type { Edge, Location, QueryEntry, Template, Tree } from "./tree.ts";

/**
 * Keeps a file in the syntax of UPPAAL 3 in that syntax while it is edited. The printer writes the present language, so a new
 * node goes into an old file only if its text reads back in the old syntax, and as the same; what does not is refused by
 * name. Texts that the caller brings are the caller's.
 */
export class DialectError extends Error {
  override readonly name = "DialectError";
}

export class OldEditor implements Editor {
  private readonly editor: Editor;
  private readonly tree: Tree;

  constructor(editor: Editor, tree: Tree) {
    this.editor = editor;
    this.tree = tree;
  }

  addLocation(template: Template, location: Location): Editor {
    this.mayAdd(location);
    return this.did(this.editor.addLocation(template, location));
  }
  renameLocation(template: Template, location: Location, name: string): Editor {
    return this.did(this.editor.renameLocation(template, location, name));
  }
  addEdge(template: Template, edge: Edge): Editor {
    this.mayAdd(edge);
    return this.did(this.editor.addEdge(template, edge));
  }
  addTemplate(template: Template): Editor {
    this.mayAdd(template);
    return this.did(this.editor.addTemplate(template));
  }
  addQuery(entry: QueryEntry): Editor {
    if (this.tree.format === "xta") refuse("a query", "there are none in its text files");
    return this.did(this.editor.addQuery(entry));
  }
  replaceNode(old: Template | Location | Edge | QueryEntry, next: Template | Location | Edge | QueryEntry): Editor {
    this.mayAdd(next);
    return this.did(this.editor.replaceNode(old, next));
  }
  replaceSpan(node: Span, text: string): Editor {
    return this.did(this.editor.replaceSpan(node, text));
  }
  setLabel(node: Location | Edge, kind: TextKind, text: string): Editor {
    return this.did(this.editor.setLabel(node, kind, text));
  }
  setDeclarations(owner: Tree | Template, text: string): Editor {
    return this.did(this.editor.setDeclarations(owner, text));
  }
  setParameters(template: Template, text: string): Editor {
    return this.did(this.editor.setParameters(template, text));
  }
  setSystem(text: string): Editor {
    return this.did(this.editor.setSystem(text));
  }
  setQueryFormula(entry: QueryEntry, text: string): Editor {
    return this.did(this.editor.setQueryFormula(entry, text));
  }
  removeNode(node: Span): Editor {
    return this.did(this.editor.removeNode(node));
  }
  apply(): string {
    return this.editor.apply();
  }

  private did(_: Editor): Editor {
    return this;
  }

  private mayAdd(node: Template | Location | Edge | QueryEntry): void {
    if ("edges" in node) assertSayable(node, `template '${node.name.name}'`);
    else if ("source" in node) assertSayable({ ...bare, locations: endsOf(node), edges: [node] }, "the edge");
    else if ("urgent" in node) assertSayable({ ...bare, locations: [node] }, "the location");
  }
}

const name = (text: string) => ({ kind: "name", name: text, start: 0, end: 0 }) as const;
const place = (id: string): Location => ({
  start: 0,
  end: 0,
  id,
  name: name("S"),
  urgent: false,
  committed: false,
  notes: [],
});
const bare: Template = {
  start: 0,
  end: 0,
  name: name("P"),
  parameters: [],
  declarations: [],
  locations: [],
  branchpoints: [],
  initial: name("S"),
  edges: [],
};

function endsOf({ source, target }: Edge): readonly Location[] {
  return [...new Set([source.name, target.name])].map((id, i) => ({ ...place(id), name: name(`S${i}`) }));
}

function assertSayable(made: Template, what: string): void {
  const p = new Cursor(Fragment.of(printTemplate(made)), "old", expression);
  const again = readTemplate(p);
  // A parameter without `&` is a reference there: it would be read, but as something else.
  const parts = ({ parameters, declarations }: Template): unknown => [parameters, declarations];
  const isSame = equalTrees(parts(made), parts(again));
  const wrong = p.diagnostics[0]?.message ?? (isSame ? undefined : "it would mean something else there");
  if (wrong !== undefined) refuse(what, wrong);
}

/** Throws where a file in the syntax of UPPAAL 3 with a tree written into it does not read as that tree. */
export function assertSaid(
  next: Tree,
  again: { readonly tree: Tree; readonly diagnostics: readonly Diagnostic[] },
): void {
  const wrong = again.diagnostics.find((d) => d.severity === "error")?.message;
  if (wrong !== undefined) refuse("the changed model", wrong);
  const templates = (t: Tree): unknown => t.templates.map((m) => [m.name, m.parameters, m.declarations]);
  const parts = (t: Tree): unknown => [t.declarations, templates(t), t.systemDeclarations];
  if (!equalTrees(parts(next), parts(again.tree))) refuse("the changed model", "it would mean something else there");
}

function refuse(what: string, reason: string): never {
  throw new DialectError(`${what} cannot be written in the syntax of UPPAAL 3: ${reason}; convert the file first`);
}
