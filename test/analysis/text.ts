import type { Address, Code, Formula, Network } from "../../src/network/index.ts";

/**
 * Code and formulas of a network as text, for tables of facts: cells and clocks by their names, others as `#` and their number.
 */
export function codeText(network: Network, code: Code): string {
  const text = (c: Code): string => codeText(network, c);
  switch (code.op) {
    case "const":
      return String(code.value);
    case "load":
      return placeText(network, code.at);
    case "both":
    case "either":
      return `(${text(code.a)} ${code.op === "both" ? "&&" : "||"} ${text(code.b)})`;
    case "forall":
    case "exists":
    case "sum":
      return `${code.op}(#${code.cell} : ${code.low}..${code.high}) ${text(code.body)}`;
    case "not":
      return `!${text(code.a)}`;
    case "bool":
      return text(code.a);
    case "store":
      return `${placeText(network, code.at)} = ${text(code.value)}`;
    default:
      return "b" in code && "op" in code.a && "op" in code.b ? `(${text(code.a)} ${code.op} ${text(code.b)})` : code.op;
  }
}

function placeText(network: Network, at: Address): string {
  const name = network.slots.at(at.base)?.name ?? `#${at.base}`;
  return at.terms.reduce((so, t) => `${so}+${codeText(network, t.index)}*${t.stride}`, name);
}

export function formulaText(network: Network, f: Formula): string {
  switch (f.is) {
    case "data":
      return codeText(network, f.code);
    case "clock": {
      const { left, right, strict, bound } = f.constraint;
      const clock = (at: Address): string => network.clocks[at.base]!.name;
      return `${clock(left)} - ${clock(right)} ${strict ? "<" : "<="} ${codeText(network, bound)}`;
    }
    case "deadlock":
      return "deadlock";
    case "not":
      return `!${formulaText(network, f.a)}`;
    default:
      return `(${f.items.map((i) => formulaText(network, i)).join(f.is === "and" ? " && " : " || ")})`;
  }
}
