/**
 * Code in which a bound variable has one value: what is decided by that is worked out, so that only the branches that are
 * left are there to be looked at. Code with effects, and calls, stay as they are, so the variable must still be bound around it.
 */
import { type Address, type Code, compute } from "../../network/index.ts";

export function withValue(code: Code, cell: number, value: number): Code {
  const again = (c: Code): Code => withValue(c, cell, value);
  switch (code.op) {
    case "load": {
      const at = addressWith(code.at, again);
      return at.base === cell && isDirect(at) ? { op: "const", value } : { op: "load", at };
    }
    case "not":
    case "bool": {
      const a = again(code.a);
      return a.op === "const" ? truth((a.value !== 0) === (code.op === "bool")) : { op: code.op, a };
    }
    case "neg":
    case "abs":
    case "inv":
      return { op: code.op, a: again(code.a) };
    case "both":
    case "either": {
      const a = again(code.a);
      if (a.op !== "const") return { op: code.op, a, b: again(code.b) };
      const decided = (a.value !== 0) === (code.op === "either");
      return decided ? truth(a.value !== 0) : { op: "bool", a: again(code.b) };
    }
    case "choose": {
      const condition = again(code.condition);
      if (condition.op === "const") return again(condition.value !== 0 ? code.yes : code.no);
      return { op: "choose", condition, yes: again(code.yes), no: again(code.no) };
    }
    case "forall":
    case "exists":
    case "sum":
      return { ...code, body: again(code.body) };
    case "const":
    case "call":
    case "store":
    case "copy":
    case "same":
    case "sequence":
    case "reset":
    case "move":
      return code;
    default: {
      const [a, b] = [again(code.a), again(code.b)];
      const known = a.op === "const" && b.op === "const" ? compute(code.op, a.value, b.value) : undefined;
      return known === undefined ? { ...code, a, b } : { op: "const", value: known };
    }
  }
}

function truth(value: boolean): Code {
  return { op: "const", value: value ? 1 : 0 };
}

function isDirect({ terms, pointer, first }: Address): boolean {
  return terms.length === 0 && pointer === undefined && first === undefined;
}

/** Indices that are known and inside become part of the base. */
function addressWith(at: Address, again: (c: Code) => Code): Address {
  let { base } = at;
  const terms: Address["terms"][number][] = [];
  for (const t of at.terms) {
    const index = again(t.index);
    const k = index.op === "const" ? index.value - t.low : -1;
    if (k >= 0 && k < t.size) base += k * t.stride;
    else terms.push({ ...t, index });
  }
  return { ...at, base, terms };
}
