import { gzipSync } from "node:zlib";

/**
 * Changes of certificates, one thing each, chosen by a seed: a member or a zone is dropped, a zone shrunk or widened, a
 * bound, a value, a rank or a time changed, where a way goes, how it ends, which values are claimed, the query or the
 * outcome, the model's text, the file cut or one of its bytes flipped.
 */
interface Mutant {
  readonly change: string;
  /** The bytes of the certificate, perhaps compressed. */
  readonly bytes: Uint8Array;
  /** Its text, where it is one. */
  readonly text?: string;
  /** What the model has more. */
  readonly more?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: lines of JSON, changed at will
type Line = any;
type Random = (below: number) => number;
type Change = (lines: Line[], random: Random) => Line[] | undefined;

/** Numbers from a seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const encoder = new TextEncoder();
const textOf = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** One of the lines between header and end that is as wished. */
function pick(lines: readonly Line[], random: Random, isGood: (line: Line) => boolean): Line | undefined {
  const good = lines.slice(1, -1).filter(isGood);
  return good[random(good.length)];
}

const inMember =
  (isGood: (line: Line) => boolean, change: (line: Line, random: Random) => void): Change =>
  (lines, random) => {
    const line = pick(lines, random, isGood);
    if (line !== undefined) change(line, random);
    return line && lines;
  };

const hasZones = (line: Line): boolean => line.zones?.some((zone: unknown[]) => zone.length > 1);

/** A bound of a zone between two different clocks. */
function changeBound({ zones }: Line, random: Random, change: (bound: number | null) => number | null): void {
  const zone = zones[random(zones.length)];
  const n = Math.sqrt(zone.length);
  const at = random(n);
  const place = at * n + ((at + 1 + random(n - 1)) % n);
  zone[place] = change(zone[place]);
}

const changes: Readonly<Record<string, Change>> = {
  "a member is dropped": (lines, random) => {
    if (lines.length < 3) return undefined;
    lines.splice(1 + random(lines.length - 2), 1);
    return [...lines.slice(0, -1), { end: lines.length - 2 }];
  },
  "a zone is dropped": inMember(
    ({ zones }) => zones?.length > 0,
    (line, random) => {
      const at = random(line.zones.length);
      line.zones.splice(at, 1);
      line.ranks?.splice(at, 1);
    },
  ),
  "a zone is shrunk": inMember(hasZones, (line, random) =>
    changeBound(line, random, (bound) => (bound === null ? random(20) : bound - 1 - random(6))),
  ),
  "a zone is widened": inMember(hasZones, (line, random) =>
    changeBound(line, random, (bound) => (bound === null || random(3) === 0 ? null : bound + 1 + random(6))),
  ),
  "a stated bound is lowered": (lines, random) => {
    const { everywhere = [], locations = [] } = lines[0].bounds ?? {};
    const rows = [...everywhere, ...locations].filter((row) => row.at(-1) !== null || row.at(-2) !== null);
    const row = rows[random(rows.length)];
    if (row === undefined) return undefined;
    const at = row.at(-1) !== null && (random(2) === 0 || row.at(-2) === null) ? row.length - 1 : row.length - 2;
    row[at] = random(2) === 0 ? null : row[at] - 1;
    return lines;
  },
  "a value is changed": inMember(
    ({ state }) => state?.length > 0,
    ({ state }, random) => {
      state[random(state.length)] += random(2) === 0 ? 1 : -1;
    },
  ),
  "a rank is changed": inMember(
    ({ ranks }) => ranks?.length > 0,
    ({ ranks }, random) => {
      ranks[random(ranks.length)] += random(2) === 0 ? 1 : -1;
    },
  ),
  "a permutation is dropped": inMember(
    ({ permutations }) => permutations !== undefined,
    ({ permutations }, random) => {
      permutations.splice(random(permutations.length), 1);
    },
  ),
  "a permutation is changed": inMember(
    ({ permutations }) => permutations !== undefined,
    ({ permutations }, random) => {
      const one = permutations[random(permutations.length)];
      if (random(2) === 0) one.pop();
      else one[random(one.length)] += random(2) === 0 ? 1 : -1;
    },
  ),
  "an exchange is changed": ([header, ...rest], random) => {
    const sets = header.symmetries ?? [];
    const set = sets[random(sets.length)];
    if (set === undefined) return undefined;
    const { cells, clocks } = set.swaps[random(set.swaps.length)];
    const lists = [cells, clocks, set.values, set.elements].filter((list) => list.length > 0);
    const list = lists[random(lists.length)];
    const at = random(list.length);
    if (random(2) === 0) list.splice(at, 1);
    else if (typeof list[at] === "number") list[at] += random(2) === 0 ? 1 : -1;
    else list[at][random(2)] += random(2) === 0 ? 1 : -1;
    return [header, ...rest];
  },
  "a live variable is said to be dead": ([header, ...rest], random) => {
    const { everywhere, locations } = header.live ?? {};
    const rows = [everywhere, ...(locations ?? [])].filter((row) => row !== undefined && row.length > 0);
    const row = rows[random(rows.length)];
    if (row === undefined) return undefined;
    if (row === everywhere) row.splice(random(row.length), 1);
    else row.splice(2 + random(row.length - 2), 1);
    return [header, ...rest];
  },
  "another process is left out": ([header, ...rest], random) => {
    const others = header.processes.map((_: string, k: number) => k).filter((k: number) => !header.still?.includes(k));
    if (header.proof !== "unreachable" || others.length === 0) return undefined;
    const still = [...(header.still ?? []), others[random(others.length)]];
    return [{ ...header, still }, ...rest];
  },
  "a process that was left out is there": ([header, ...rest], random) => {
    if (header.still === undefined) return undefined;
    header.still.splice(random(header.still.length), 1);
    return [header, ...rest];
  },
  "a time is changed": inMember(
    ({ delay }) => delay !== undefined,
    (line, random) => {
      const at = random(line.clocks.length + 1);
      if (at === line.clocks.length) line.delay = line.delay === "0" ? "1/3" : "0";
      else line.clocks[at] = line.clocks[at] === "0" ? "1/2" : "0";
    },
  ),
  "the state before is another": (lines, random) => {
    if (lines[0].proof !== "way" && lines[0].proof !== "taken") return undefined;
    lines[1 + random(lines.length - 2)].from = random(lines.length);
    return lines;
  },
  "the ending is another": ([header, ...rest], random) => {
    const endings = ["deadlock", "divergence", "loop"].filter((ending) => ending !== header.ending);
    return header.ending === undefined ? undefined : [{ ...header, ending: endings[random(2)] }, ...rest];
  },
  "where it begins or returns is another": ([header, ...rest], random) => {
    const name = header.begin !== undefined && random(2) === 0 ? "begin" : header.loop === undefined ? "begin" : "loop";
    if (header[name] === undefined) return undefined;
    return [{ ...header, [name]: header[name] + (random(2) === 0 ? 1 : -1) }, ...rest];
  },
  "the limit is another": ([header, ...rest], random) => {
    if (header.limit === undefined) return undefined;
    const { bound, strict } = header.limit;
    const other = random(3) === 0 ? { strict: !strict } : { bound: (bound ?? 9) + (random(2) === 0 ? 1 : -1) };
    return [{ ...header, limit: { ...header.limit, ...other } }, ...rest];
  },
  "the values are others": ([header, ...rest], random) => {
    const intervals = header.values?.intervals ?? [];
    const one = intervals[random(intervals.length)];
    if (one === undefined) return undefined;
    const at = random(4);
    one[at] = at % 2 === 1 ? 1 - one[at] : (one[at] ?? 99) + (random(2) === 0 ? 1 : -1);
    return [header, ...rest];
  },
  "the query is another": ([header, ...rest]) => {
    const [, kind, formula] = /^(E<>|A\[\]|A<>|E\[\])(.*)$/s.exec(header.query) ?? [];
    return kind === undefined ? undefined : [{ ...header, query: `${kind} not (${formula})` }, ...rest];
  },
  "the outcome is another": ([header, ...rest]) => [
    { ...header, outcome: header.outcome === "satisfied" ? "violated" : "satisfied" },
    ...rest,
  ],
};

const flips: Readonly<Record<string, (text: string, random: Random) => Uint8Array>> = {
  "the file is cut": (text, random) => encoder.encode(text).slice(0, -1 - random(text.length - 1)),
  "a byte is flipped": (text, random) => flipped(encoder.encode(text), random),
  "the packed file is cut": (text, random) => {
    const packed = gzipSync(text);
    return packed.subarray(0, 2 + random(packed.length - 2));
  },
  "a byte of the packed file is flipped": (text, random) => flipped(gzipSync(text), random),
};

function flipped(bytes: Uint8Array, random: Random): Uint8Array {
  bytes[random(bytes.length)]! ^= 1 << random(8);
  return bytes;
}

export const kinds: readonly string[] = [...Object.keys(changes), ...Object.keys(flips), "another model"];

/** One of each kind that the certificate has something for. */
export function* mutantsOf(lines: readonly string[], random: Random): Generator<Mutant> {
  const text = lines.join("");
  for (const [change, apply] of Object.entries(changes)) {
    const changed = apply(
      lines.map((line) => JSON.parse(line)),
      random,
    );
    if (changed === undefined) continue;
    const written = textOf(changed);
    if (written !== text) yield { change, text: written, bytes: encoder.encode(written) };
  }
  for (const [change, apply] of Object.entries(flips)) {
    const bytes = apply(text, random);
    const isText = !change.includes("packed");
    yield { change, bytes, ...(isText ? { text: new TextDecoder().decode(bytes) } : {}) };
  }
  yield { change: "another model", text, bytes: encoder.encode(text), more: " " };
}
