import { greatest, UsageError } from "../../base/index.ts";
import type { Code, Condition, Relation } from "../code.ts";
import { arithmetic, choose, compare, int, isConst, negate, zero } from "../lower/fold.ts";
import type { Outcome, Process, StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";
import type { Levelled } from "./levels.ts";

/**
 * Levels found from the goal itself: how near a process is to a location of the goal, counted in edges of its template
 * whatever their guards say, and how near a number is to one that it is compared with. Of conditions that must all hold the
 * sum, of alternatives the best. Splitting is unbiased with any level; one that knows little of the goal only helps little.
 */
export function automaticLevel(
  network: StochasticNetwork,
  query: StatisticalQuery & { kind: "probability" },
): Levelled {
  const { path } = query;
  if (!path.succeeds || path.lost !== undefined)
    throw new UsageError("a level is for queries of the form Pr[...](<> ...)");
  const level = ofCondition(path.goal, network);
  if (level === undefined)
    throw new UsageError("no level is found from this goal, which names no location and compares no number: give one");
  return { query, path, level };
}

function ofCondition(goal: Condition, network: StochasticNetwork): Code | undefined {
  if (goal.is === "data") return ofCode(goal.code, network);
  if (goal.is !== "and" && goal.is !== "or") return undefined;
  return joined(
    goal.is === "and" ? "add" : "max",
    goal.items.map((item) => ofCondition(item, network)),
  );
}

function ofCode(code: Code, network: StochasticNetwork): Code | undefined {
  switch (code.op) {
    case "both":
    case "either":
      return joined(
        code.op === "both" ? "add" : "max",
        [code.a, code.b].map((part) => ofCode(part, network)),
      );
    case "eq":
      return nearLocation(code, network) ?? nearNumber(code);
    case "lt":
    case "le":
    case "ge":
    case "gt":
      return nearNumber(code);
    default:
      return undefined;
  }
}

const nowhere = { start: 0, end: 0 };

function joined(op: "add" | "max", parts: readonly (Code | undefined)[]): Code | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.reduce((a, b) => arithmetic(op, a, b, nowhere));
}

type Comparison = Code & { readonly op: Relation };

/** `P.location`, and how many edges it is away. */
function nearLocation({ a, b }: Comparison, { processes }: StochasticNetwork): Code | undefined {
  if (a.op !== "load" || a.at.terms.length > 0 || a.at.pointer !== undefined || !isConst(b)) return undefined;
  const process = processes[a.at.base];
  if (process === undefined || process.pool !== undefined) return undefined;
  const distances = distancesTo(b.value, process);
  const furthest = greatest([...distances.values()], 0);
  return [...distances].reduce<Code>(
    (rest, [location, distance]) => choose(compare("eq", a, int(location)), int(furthest - distance), rest),
    int(-1),
  );
}

/** From each location from which edges lead to the goal: how many. */
function distancesTo(goal: number, { edges }: Process): ReadonlyMap<number, number> {
  const distances = new Map([[goal, 0]]);
  for (const [at, distance] of distances)
    for (const { source, then } of edges)
      if (!distances.has(source) && targetsOf(then).includes(at)) distances.set(source, distance + 1);
  return distances;
}

function targetsOf(outcome: Outcome): number[] {
  return outcome.kind === "location" ? [outcome.location] : outcome.ways.flatMap(({ then }) => targetsOf(then));
}

/** A whole number, up to the constant on the other side of the comparison. */
function nearNumber({ op, of, a, b }: Comparison): Code | undefined {
  if (of !== "int" || isConst(a) === isConst(b)) return undefined;
  const [number, limit] = isConst(a) ? [b, a] : [a, b];
  const isBelow = (op === "lt" || op === "le") !== isConst(a);
  const away = arithmetic("sub", number, limit, nowhere);
  if (op === "eq") return negate({ op: "abs", is: "int", a: away });
  const strict = op === "lt" || op === "gt" ? int(1) : zero;
  return arithmetic("min", isBelow ? negate(away) : away, strict, nowhere);
}
