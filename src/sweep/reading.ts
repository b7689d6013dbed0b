/**
 * Reads parts of JSON and keeps what is wrong with them, each with its place (`set.N`), so that all faults are told at once.
 * What is wrong is read as undefined; whoever reads may put something harmless there, since nothing is done with it.
 */
export class Reading {
  readonly faults: string[] = [];

  fault(at: string, message: string): undefined {
    this.faults.push(at === "" ? message : `${at}: ${message}`);
    return undefined;
  }

  /** With `keys`, only these. */
  object(json: unknown, at: string, keys?: readonly string[]): Readonly<Record<string, unknown>> | undefined {
    if (!isPlain(json)) return this.fault(at, "it must be an object");
    for (const key of Object.keys(json))
      if (keys !== undefined && !keys.includes(key))
        this.fault(at === "" ? key : `${at}.${key}`, `there is no such part; there are ${keys.join(", ")}`);
    return json;
  }

  /** Not empty. */
  list<T>(json: unknown, at: string, item: (json: unknown, at: string) => T): readonly NonNullable<T>[] {
    if (!Array.isArray(json) || json.length === 0) return this.fault(at, "it must be a list of one or more") ?? [];
    return json.flatMap((one, i) => {
      const read = item(one, `${at}[${i}]`);
      return read === undefined || read === null ? [] : [read as NonNullable<T>];
    });
  }

  text(json: unknown, at: string): string | undefined {
    return typeof json === "string" && json.trim() !== "" ? json : this.fault(at, "it must be a text");
  }

  truth(json: unknown, at: string): boolean | undefined {
    return typeof json === "boolean" ? json : this.fault(at, "it must be true or false");
  }

  whole(json: unknown, at: string, least: number): number | undefined {
    return Number.isSafeInteger(json) && (json as number) >= least
      ? (json as number)
      : this.fault(at, `it must be a whole number, ${least} or more`);
  }

  positive(json: unknown, at: string): number | undefined {
    const isOne = typeof json === "number" && json > 0 && Number.isFinite(json);
    return isOne ? json : this.fault(at, "it must be a number above 0");
  }

  share(json: unknown, at: string): number | undefined {
    return typeof json === "number" && json > 0 && json < 1
      ? json
      : this.fault(at, "it must be a number between 0 and 1");
  }
}

/** Not a list, nor what YAML has beyond JSON: sets, ordered maps, bytes. */
export function isPlain(json: unknown): json is Readonly<Record<string, unknown>> {
  if (typeof json !== "object" || json === null) return false;
  const kind = Object.getPrototypeOf(json);
  return kind === Object.prototype || kind === null;
}
