import type { Code } from "../../../network/index.ts";
import { type Body, call, type I32, i32, type Label } from "../../wasm/index.ts";
import type { Question } from "../emitter.ts";
import type { Coder } from "./coder.ts";
import { constrain } from "./constraint.ts";
import { decisionFunction } from "./decision.ts";
import { expression } from "./expression.ts";
import type { Term } from "./terms.ts";

/** Runs the statements for each term whose data hold in the state in the cells; the label leads to the next one. */
export function eachTerm(terms: readonly Term[], e: Coder, f: Body, then: (term: Term, next: Label) => void): void {
  for (const term of terms) {
    f.block("next", (next) => {
      for (const data of term.data) f.brUnless(next, condition(data, e, f));
      then(term, next);
    });
  }
}

function condition(data: Code, e: Coder, f: Body): I32 {
  const decide = decisionFunction([[data]], e);
  return decide ? call(decide) : expression(data, e, f);
}

/** Cuts a zone by the clock constraints of a term; goes on with the next one where nothing is left. */
export function cutTo({ clocks }: Term, zone: number, e: Coder, f: Body, next: Label): void {
  for (const clock of clocks) constrain(clock, zone, e, f, () => f.br(next));
}

/** So many terms are a function: V8 takes gigabytes for one of thousands, and compiles only what is asked often. */
const TERMS = 64;

/** Whether some valuation of the target zone, with the data in the cells, satisfies one of the terms. */
export function predicateFunction(name: string, terms: readonly Term[], e: Coder): Question {
  if (terms.length <= TERMS) return fewTerms(name, terms, e);
  const parts: Question[] = [];
  for (let k = 0; k < terms.length; k += TERMS) parts.push(fewTerms(e.name(name), terms.slice(k, k + TERMS), e));
  return e.module.func(name, [], "i32", (f) => {
    for (const part of parts) f.if(call(part), () => f.return(1));
    return i32.const(0);
  });
}

function fewTerms(name: string, terms: readonly Term[], e: Coder): Question {
  const { target, scratch } = e.plan.at;
  const may =
    terms.length > 1
      ? decisionFunction(
          terms.map(({ data }) => data),
          e,
        )
      : undefined;
  const test = e.module.func(may ? e.name(name) : name, [], "i32", (f) => {
    eachTerm(terms, e, f, (term, next) => {
      if (term.clocks.length > 0) {
        f.call(e.zones.copy, scratch, target);
        cutTo(term, scratch, e, f, next);
      }
      f.return(1);
    });
    return i32.const(0);
  });
  return may ? e.module.func(name, [], "i32", () => i32.andThen(call(may), call(test))) : test;
}
