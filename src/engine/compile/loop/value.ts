import type { BoundTerm, Code, Network } from "../../../network/index.ts";
import { type Body, call, type I32, i32, type Local } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import { isDelicate } from "../code/delicate.ts";
import { cellIndex, expression } from "../code/expression.ts";
import { cutTo, eachTerm } from "../code/predicate.ts";
import { dataOf, type Term, termsOf, type ValueQuery } from "../code/terms.ts";
import type { Action } from "../emitter.ts";
import { INF } from "../plan.ts";

/**
 * The values asked for by sup, inf and bounds. For each term a table of intervals that are known already: a word with their
 * number, then pairs of ends, ascending and disjoint. Ends are doubled so that strict ones fit between: `2 * low`, plus 1 if
 * strict; `2 * high`, less 1 if strict; `ENDLESS` without limit. A state with a value outside them is news for the host,
 * which looks at it exactly and may write larger tables.
 */
export interface Values {
  /** Looks at the state in the cells and the target zone. */
  readonly look: Action;
  /** Addresses of the tables, one for each term. */
  readonly tables: readonly number[];
}

/** The most intervals that a table holds; the host need not write all it knows. */
export const KNOWN = 1024;
export const ENDLESS = 0x7fffffff;
/** Values beyond this are always news: doubled ends must not overflow. */
const LARGEST = 1 << 28;

export function valuesFunctions(query: ValueQuery, news: Action, e: Coder): Values {
  const { target, scratch } = e.plan.at;
  const tables = query.terms.map(() => e.region(4 + 8 * KNOWN));
  const known = e.module.func("known", ["table: i32", "low: i32", "high: i32"], "i32", (f, table, low, high) => {
    const from = f.local("i32", "from");
    const to = f.local("i32", "to", i32.load(table));
    const middle = f.local("i32", "middle");
    f.comment("the last interval that begins at or before the value");
    f.while(i32.lt_s(from, to), () => {
      f.set(middle, i32.shr_s(i32.add(from, to), 1));
      f.if(
        i32.le_s(i32.load(i32.add(table, i32.shl(middle, 3)), 4), low),
        () => f.set(from, i32.add(middle, 1)),
        () => f.set(to, middle),
      );
    });
    f.if(i32.eqz(from), () => f.return(0));
    return i32.ge_s(i32.load(i32.add(table, i32.shl(from, 3))), high);
  });
  const asked = leftToHost(e.plan.network, query);
  const look = e.module.func("look", [], "void", (f) => {
    if (asked) {
      f.if(expression(asked, e, f), () => f.call(news));
      return;
    }
    eachTerm(waysOf(query), e, f, (way, next) => {
      const zone = way.clocks.length > 0 ? scratch : target;
      if (way.clocks.length > 0) f.call(e.zones.copy, scratch, target);
      cutTo(way, zone, e, f, next);
      for (const [k, term] of query.terms.entries()) {
        const isKnown = term.is === "data" ? ofData(term, tables[k]!, f) : ofClock(term, zone, tables[k]!, f);
        f.if(i32.eqz(isKnown), () => {
          f.call(news);
          f.return();
        });
      }
    });
  });
  return { look, tables };

  function ofData(term: BoundTerm & { is: "data" }, table: number, f: Body): I32 {
    const value = f.local("i32", "value", expression(term.code, e, f));
    return i32.andThen(isSmall(value), call(known, table, i32.shl(value, 1), i32.shl(value, 1)));
  }

  function ofClock(term: BoundTerm & { is: "clock" }, zone: number, table: number, f: Body): I32 {
    const clock = f.local("i32", "clock", cellIndex(term.clock, e, f));
    const plus = f.local("i32", "plus", expression(term.plus, e, f));
    const least = i32.load(i32.mul(clock, e.plan.rowBytes), zone);
    const most = f.local("i32", "most", i32.load(i32.shl(clock, 2), zone));
    const low = i32.add(i32.sub(1, least), i32.shl(plus, 1));
    const high = i32.if(i32.ge_s(most, INF), ENDLESS, i32.add(i32.sub(most, 1), i32.shl(plus, 1)));
    return i32.andThen(isSmall(plus), call(known, table, low, high));
  }

  function isSmall(value: Local<"i32">): I32 {
    return i32.le_u(i32.add(value, LARGEST), 2 * LARGEST);
  }
}

/** Where the host is to look at every state: what its data must say. Values, too, may be faults where the predicate does not hold. */
function leftToHost(network: Network, { predicate }: ValueQuery): Code | undefined {
  if (predicate === undefined) return undefined;
  if (isDelicate(predicate, false, network)) return { op: "const", value: 1 };
  return termsOf(predicate, false) === undefined ? dataOf(predicate, false) : undefined;
}

/** The ways to satisfy the predicate; deadlocks are left to the host. */
function waysOf({ predicate }: ValueQuery): readonly Term[] {
  const terms = (predicate && termsOf(predicate, false)) ?? [{ data: [], clocks: [] }];
  return terms.map(({ data, clocks, deadlock }) => ({ data, clocks: deadlock ? [] : clocks }));
}
