/** Initial values (docs/semantics.md 1.2): of variables and constants once, of the variables of a function at each call. */
import { type Initialiser, printExpr } from "../../src/syntax/index.ts";
import { putter } from "./assign.ts";
import type { Code } from "./expression.ts";
import { Unsupported } from "./outcome.ts";
import type { Context } from "./scope.ts";
import { defaultOf, eachLeaf, type Shape } from "./shape.ts";

/** Runs to give the cells from `at` on their first values. Cells of clocks and channels keep their numbers. */
export function initialise(
  shape: Shape,
  at: number,
  initialiser: Initialiser | undefined,
  context: Context,
  code: Code,
): () => void {
  const { memory } = context;
  if (initialiser === undefined) return defaults(shape, at, context);
  if (initialiser.kind === "list") return listed(shape, at, initialiser, context, code);
  switch (shape.kind) {
    case "nothing":
    case "chan":
      return () => {};
    case "array":
    case "struct": {
      const from = code.value(initialiser, context);
      return () => {
        const source = from();
        memory.cells.copyWithin(at, source, source + shape.size);
      };
    }
    case "clock": {
      const value = code.value(initialiser, context);
      return () => {
        memory.clockStarts[memory.cells[at]!] = value();
      };
    }
    default: {
      const value = code.value(initialiser, context);
      const put = putter(shape, initialiser, context);
      return () => put(at, value());
    }
  }
}

function listed(
  shape: Shape,
  at: number,
  list: Extract<Initialiser, { kind: "list" }>,
  context: Context,
  code: Code,
): () => void {
  let position = 0;
  const parts = list.items.map(({ field, value }) => {
    if (shape.kind === "array") {
      const cell = at + position++ * shape.element.size;
      return initialise(shape.element, cell, value, context, code);
    }
    if (shape.kind !== "struct") throw new Unsupported("a list as the value of what is no array or struct");
    if (field !== undefined) position = shape.fields.findIndex((f) => f.name === field.name);
    const part = shape.fields[position++];
    if (part === undefined) throw new Unsupported(`a value for no field${field ? ` '${printExpr(field)}'` : ""}`);
    return initialise(part.shape, at + part.offset, value, context, code);
  });
  return () => {
    for (const part of parts) part();
  };
}

function defaults(shape: Shape, at: number, { memory }: Context): () => void {
  const values: [number, number][] = [];
  eachLeaf(shape, at, "", (leaf, cell) => {
    if (leaf.kind !== "clock" && leaf.kind !== "chan") values.push([cell, defaultOf(leaf)]);
  });
  return () => {
    for (const [cell, value] of values) memory.cells[cell] = value;
  };
}
