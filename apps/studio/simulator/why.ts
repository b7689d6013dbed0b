import { type ConcreteSimulator, rationals, type SymbolicSimulator, whenText } from "../../../src/index.ts";

/** Why an edge of a process cannot be taken now, with what is written there, and when that changes by waiting. */
export function whyNot(
  simulator: SymbolicSimulator | ConcreteSimulator | undefined,
  edge: number,
  text: string,
): readonly string[] {
  try {
    const found = simulator?.explain(edge) ?? [];
    const lines = found.flatMap(({ message, origin, when }) => {
      const written = text
        .slice(origin.start, origin.end)
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        .replace(/&amp;/g, "&");
      const bare = written === "" || written.length > 80 || written.includes("</") || message.includes(written);
      return [bare ? message : `${written}: ${message}`, ...(when === undefined ? [] : [whenText(when)])];
    });
    return [...lines, ...whenPossible(simulator, edge)];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** The least delay after which the edge can be taken. */
function whenPossible(simulator: SymbolicSimulator | ConcreteSimulator | undefined, edge: number): readonly string[] {
  if (simulator === undefined || !("later" in simulator)) return [];
  const [least] = simulator
    .later()
    .filter(({ transition }) => transition.parts.some((part) => part.edge === edge))
    .flatMap(({ delays }) => delays)
    .sort((a, b) => rationals.compareRational(a.low, b.low));
  if (least === undefined) return [];
  const more = least.lowStrict ? "more than " : "";
  return [`The edge can be taken after waiting ${more}${rationals.showRational(least.low)}.`];
}
