import {
  check,
  type Diagnostic,
  layout,
  networkFromTck,
  parseQueryFile,
  read,
  tckToUppaal,
  writeXml,
} from "../../../src/index.ts";
import type { Answer, Convert } from "./protocol.ts";

/** A model in TChecker's format as one of UPPAAL, laid out, with a query for each label; or why it cannot be one. */
export function converted({ text, name }: Convert): Extract<Answer, { kind: "converted" }> {
  const source = read(text, { name });
  if (source.format !== "tck") return { kind: "converted", why: "it is not in TChecker's format" };
  const why = errorIn([...source.diagnostics, ...networkFromTck(source.tck).diagnostics]);
  if (why !== undefined) return { kind: "converted", why };
  const made = tckToUppaal(source.tck);
  if (made.text === undefined)
    return { kind: "converted", why: errorIn(made.diagnostics) ?? "it cannot be written as a model of UPPAAL" };
  const written = read(made.text, { name: "model.xta" });
  if (written.format === "tck") return { kind: "converted", why: "what came out is no model of UPPAAL" };
  const wrong = errorIn([...written.diagnostics, ...check(written.tree).diagnostics]);
  if (wrong !== undefined) return { kind: "converted", why: wrong };
  const tree = { ...written.tree, queries: parseQueryFile(made.queries).entries };
  return { kind: "converted", text: writeXml(layout(tree)) };
}

function errorIn(diagnostics: readonly Diagnostic[]): string | undefined {
  return diagnostics.find((d) => d.severity === "error")?.message;
}
