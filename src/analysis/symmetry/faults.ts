/**
 * Whether running code may be a fault, as far as ranges tell: asked where the order of elements decides what is run
 * (`rounds.ts`, `ends.ts`).
 */
import type { Code, Invariant, Network, NetworkQuery } from "../../network/index.ts";
import { MAX_CONSTANT } from "../../zones/index.ts";
import { Flows } from "../flow/flow.ts";
import { usesOf } from "../flow/uses.ts";
import { Ranges } from "../values/range.ts";
import { eachPart } from "./manner.ts";

export type MayFault = (code: Code) => boolean;

export interface Faults {
  readonly inCode: MayFault;
  readonly inInvariant: (invariant: Invariant) => boolean;
}

/** Facts are found when it is asked first. */
export function faultsOf(network: Network, query?: NetworkQuery): Faults {
  let flows: Flows | undefined;
  const running = (run: (flows: Flows) => void): boolean => {
    const { code: known, elements } = usesOf(network);
    flows ??= query === undefined ? known : new Flows(network, query, elements, new Ranges(network, query));
    const of = flows;
    return of.apart(() => run(of)).faulty;
  };
  return {
    inCode: (code) => running((flows) => flows.value(code)),
    inInvariant: (invariant) => running((flows) => runInvariant(invariant, flows)),
  };
}

/** But for rates: they are looked at when all invariants hold. */
function runInvariant({ data, clocks }: Invariant, flows: Flows): void {
  for (const code of data) flows.value(code);
  for (const { unless, left, right, bound } of clocks) {
    if (unless !== undefined) flows.value(unless);
    for (const clock of [left, right]) flows.named(clock);
    flows.within(bound, -MAX_CONSTANT, MAX_CONSTANT, flows.value(bound));
  }
}

/**
 * Whether code may be a fault for some values of the variable in `cell` and none for others. It is not where all that can go
 * wrong is worked out whatever that value is, and from other values.
 */
export function mayFaultForSome(code: Code, cell: number, mayFault: MayFault): boolean {
  if (!mayFault(code) || isWithout(code, cell)) return false;
  const differs = (part: Code): boolean => mayFaultForSome(part, cell, mayFault);
  switch (code.op) {
    case "not":
    case "bool":
      return differs(code.a);
    case "lt":
    case "le":
    case "ge":
    case "gt":
    case "eq":
    case "ne":
      return differs(code.a) || differs(code.b);
    case "both":
    case "either":
      return differs(code.a) || mayFault(code.b);
    case "load": {
      const { base, terms, pointer, first } = code.at;
      if (pointer !== undefined || first !== undefined) return true;
      return terms.some((t) => !isWithout(t.index, cell) && mayFault({ op: "load", at: { base, terms: [t] } }));
    }
    default:
      return true;
  }
}

/** Whether code neither reads the variable in `cell` nor writes anything, so that it does the same whatever its value. */
function isWithout(code: Code, cell: number): boolean {
  let isSo = true;
  const visit = (part: Code): void => {
    switch (part.op) {
      case "load":
        if (part.at.base === cell || part.at.pointer !== undefined) isSo = false;
        break;
      case "store":
      case "copy":
      case "same":
      case "call":
      case "reset":
      case "move":
        isSo = false;
        break;
      default:
    }
  };
  eachPart(code, visit, "value");
  return isSo;
}
