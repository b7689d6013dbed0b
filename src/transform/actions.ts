/**
 * Which edges of a template have an action. That is decided by what names mean and by values, not by how they are spelt:
 * `c[1]!` is also `c[2-1]!`, and `c[i]!` where i is 1. Where an index can be the wanted one among others an edge is taken
 * apart by a guard, into the part that has the action and the part that has not. What cannot be told is refused.
 */
import { UsageError, wants } from "../base/index.ts";
import {
  type CheckedTemplate,
  evaluateConstant,
  type Instance,
  isFault,
  type Model,
  type Type,
  type Variable,
} from "../model/index.ts";
import { build, type Edge, type Expr, Fragment, parseExpression, printExpr } from "../syntax/index.ts";
import { denyData } from "./clause.ts";
import { knownValue } from "./known.ts";
import { channelOf } from "./test-interface.ts";

/** What an operation cannot do. */
export class AlgebraError extends UsageError {
  override readonly name = "AlgebraError";
}

/** An action as it is named: a channel or an element of one, with a direction or with both. */
export interface ActionName {
  readonly channel: string;
  readonly direction?: "!" | "?";
}

export function parseAction(text: string): ActionName {
  wants("parseAction", text, "text");
  const [, channel, direction] = /^\s*(.*?)\s*([!?])?\s*$/.exec(text) ?? [];
  const { diagnostics, value } = parseExpression(Fragment.of(channel ?? ""));
  if (channel === undefined || channel === "" || diagnostics.length > 0 || !isChannelPath(value))
    throw new AlgebraError(`'${text}' is no action`);
  return { channel: printExpr(value), ...(direction === "!" || direction === "?" ? { direction } : {}) };
}

function isChannelPath(e: Expr): boolean {
  return e.kind === "name" || (e.kind === "index" && isChannelPath(e.array));
}

/** An action of a template: a channel that it knows, and the numbers of the elements that are meant. */
export interface Action {
  readonly symbol: Variable;
  readonly name: string;
  readonly indices: readonly number[];
  /** How many subscripts are left open. */
  readonly open: number;
  readonly direction?: "!" | "?";
}

/** An edge, or a part of one, that has an action. */
export interface Part {
  readonly edge: Edge;
  /** Which of the actions asked for. */
  readonly action: Action;
  /** Subscripts beyond those that the action names. */
  readonly rest: readonly Expr[];
}

interface Match {
  /** Undefined: always. */
  readonly when: Expr | undefined;
  readonly rest: readonly Expr[];
}

/** The actions of one template. Requires: the model has no errors. */
export class Actions {
  private readonly model: Model;
  private readonly template: CheckedTemplate;

  constructor(model: Model, template: CheckedTemplate) {
    this.model = model;
    this.template = template;
  }

  /** Throws where the template knows no such channel or the channel has no such element. */
  resolve({ channel, direction }: ActionName): Action {
    const indices: Expr[] = [];
    let e = parseExpression(Fragment.of(channel)).value;
    for (; e.kind === "index"; e = e.array) indices.unshift(e.index);
    const name = e.kind === "name" ? e.name : "";
    const symbol = [...this.template.parameters, ...this.template.variables, ...this.model.variables].find(
      (v) => v.name === name,
    );
    const dimensions = symbol === undefined ? undefined : dimensionsOf(symbol.type);
    if (symbol === undefined || dimensions === undefined)
      throw new AlgebraError(`${this.template.name} knows no channel ${name}`);
    if (indices.length > dimensions.length)
      throw new AlgebraError(`${channel} has more subscripts than the channel has dimensions`);
    const numbers = indices.map((i, k) => this.element(i, dimensions[k]!, channel));
    return {
      symbol,
      name,
      indices: numbers,
      open: dimensions.length - indices.length,
      ...(direction === undefined ? {} : { direction }),
    };
  }

  private element(index: Expr, of: ArrayIndex, channel: string): number {
    if (of.kind === "scalar")
      throw new AlgebraError(`${channel}: the elements of a scalar set have no numbers; name the whole array`);
    const value = knownValue(this.model, index);
    if (value === undefined) throw new AlgebraError(`${channel}: the subscript ${printExpr(index)} is no constant`);
    if (value < (of.low?.value ?? value) || value > (of.high?.value ?? value))
      throw new AlgebraError(`${channel}: there is no such element`);
    return value;
  }

  /** The parts of an edge that have one of the actions, the first that fits; and what is left of it, if anything. */
  partsOf(edge: Edge, actions: readonly Action[]): { readonly parts: readonly Part[]; readonly left?: Edge } {
    const parts: Part[] = [];
    const denied: Expr[] = [];
    for (const action of actions) {
      for (const { when, rest } of this.matches(edge, action)) {
        parts.push({ edge: guarded(edge, when === undefined ? denied : [...denied, when]), action, rest });
        if (when === undefined) return { parts };
        denied.push(denyData(when));
      }
    }
    return { parts, left: guarded(edge, denied) };
  }

  private matches({ sync }: Edge, action: Action): readonly Match[] {
    if (sync === undefined) return [];
    if (action.direction !== undefined && action.direction !== sync.value.direction) return [];
    return this.fits(sync.value.channel, [], action);
  }

  private fits(e: Expr, subscripts: readonly Expr[], action: Action): readonly Match[] {
    if (e.kind === "index") return this.fits(e.array, [e.index, ...subscripts], action);
    if (e.kind === "conditional")
      return [
        ...this.fits(e.yes, subscripts, action).map((m) => under(m, e.condition)),
        ...this.fits(e.no, subscripts, action).map((m) => under(m, denyData(e.condition))),
      ];
    const symbol = e.kind === "name" ? this.model.symbols.get(e) : undefined;
    if (symbol?.kind !== "variable")
      throw new AlgebraError(`an edge of ${this.template.name} names its channel as ${printExpr(e)}`);
    if (symbol !== action.symbol) {
      this.refuseAlias(symbol, action);
      return [];
    }
    const conditions: Expr[] = [];
    for (const [k, value] of action.indices.entries()) {
      const is = this.compare(subscripts[k]!, value);
      if (is === false) return [];
      if (is !== true) conditions.push(is);
    }
    return [
      {
        when: conditions.length === 0 ? undefined : build.and(...conditions),
        rest: subscripts.slice(action.indices.length),
      },
    ];
  }

  /** Whether a subscript has a value: always, never, or the condition. */
  private compare(subscript: Expr, value: number): boolean | Expr {
    const known = evaluateConstant(this.model, subscript, new Map());
    if (!isFault(known) && typeof known === "number") return known === value;
    const type = this.model.types.get(subscript);
    if (subscript.kind === "name" && type?.kind === "int") {
      const [low, high] = [type.low?.value, type.high?.value];
      if ((low !== undefined && value < low) || (high !== undefined && value > high)) return false;
      if (low === value && high === value) return true;
    }
    return build.binary("==", subscript, build.int(value));
  }

  /** Two names of one channel: what the other does cannot be told from the name. */
  private refuseAlias(symbol: Variable, action: Action): void {
    const meant = this.meantBy(symbol);
    if (![...this.meantBy(action.symbol)].some((v) => meant.has(v))) return;
    throw new AlgebraError(
      `${symbol.name} and ${action.name} are one channel in a process of ${this.template.name}, which hides what is meant`,
    );
  }

  /** The channel itself, or all that stand for a parameter. */
  private meantBy(symbol: Variable): ReadonlySet<Variable> {
    const found = new Set<Variable>([symbol]);
    const follow = (of: CheckedTemplate | Instance, parameter: Variable): void => {
      const k = of.parameters.indexOf(parameter);
      for (const instance of k < 0 ? [] : this.model.instances) {
        const arg = instance.of === of ? instance.args[k] : undefined;
        const meant = arg === undefined ? undefined : channelOf(this.model, arg)?.symbol;
        if (meant === undefined || found.has(meant)) continue;
        found.add(meant);
        follow(instance, meant);
      }
    };
    follow(this.template, symbol);
    return found;
  }
}

type ArrayIndex = Extract<Type, { kind: "array" }>["index"];

/** Undefined for what is no channel. */
function dimensionsOf(of: Type): readonly ArrayIndex[] | undefined {
  const found: ArrayIndex[] = [];
  let type = of;
  for (; type.kind === "array"; type = type.element) found.push(type.index);
  return type.kind === "chan" ? found : undefined;
}

function under({ when, rest }: Match, condition: Expr): Match {
  return { when: when === undefined ? condition : build.and(condition, when), rest };
}

/** An edge with more conditions: behind its own, which may protect them. */
function guarded(edge: Edge, conditions: readonly Expr[]): Edge {
  if (conditions.length === 0) return edge;
  const { guard } = edge;
  const all = build.and(...(guard === undefined ? [] : [guard.value]), ...conditions);
  return { ...edge, guard: guard === undefined ? { start: 0, end: 0, value: all } : { ...guard, value: all } };
}
