import type { Symbol } from "./model.ts";

/** One name space. A name is looked up here, then in the scopes around (S17); shadowing is silent. */
export class Scope {
  readonly parent: Scope | undefined;
  readonly #names = new Map<string, Symbol>();

  constructor(parent?: Scope) {
    this.parent = parent;
  }

  /** The symbol of this name in this very scope. */
  own(name: string): Symbol | undefined {
    return this.#names.get(name);
  }

  find(name: string): Symbol | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      const symbol = scope.#names.get(name);
      if (symbol !== undefined) return symbol;
    }
    return undefined;
  }

  /** Later definitions win; whether that is allowed is the caller's business. */
  set(name: string, symbol: Symbol): void {
    this.#names.set(name, symbol);
  }

  /** Every visible name, nearest first. */
  *visible(): Generator<[string, Symbol]> {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) yield* scope.#names;
  }
}
