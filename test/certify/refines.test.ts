import { describe, expect, test } from "vitest";
import { refine } from "../../src/index.ts";
import { networkOf } from "../laws/refining.ts";
import { randomPair } from "../laws/refining-pairs.ts";
import { many } from "../many.ts";
import { mutantsOf, randomOf } from "./mutate.ts";
import { certificateOf, judge } from "./refines.ts";

/** `RUNS` and `SEED` judge more, or other, pairs. */
const runs = Number(process.env.RUNS ?? many(30));
const first = Number(process.env.SEED ?? 1);

/** What is asked of a random pair: its certificate, if the traces are included. */
function asked(seed: number, implementation: string) {
  const { text } = randomPair(seed);
  const side = (name: string) => ({ text, network: networkOf(text, name), processes: [name] });
  const [own, other] = [side(implementation), side("S")];
  const refinement = refine(own.network, other.network, { maxStates: 5000 });
  const lines = certificateOf(refinement, own, other);
  return { text, refinement, lines: typeof lines === "string" ? undefined : lines };
}

/** The same pairs, with the specification for the implementation. */
function swapped(lines: readonly string[]): string[] {
  const [header, ...rest] = lines.map((line) => JSON.parse(line));
  const { specification: spec, implementation, ...seen } = header.refines;
  const { processes, variables, clocks } = header;
  const specification = { sha256: header.model.sha256, process: implementation, processes, variables, clocks };
  const other = { processes: spec.processes, variables: spec.variables, clocks: spec.clocks };
  const turned = { ...header, ...other, refines: { ...seen, implementation: spec.process, specification } };
  const turn = (list: readonly unknown[], at: number) => [...list.slice(at), ...list.slice(0, at)];
  const order = [
    0,
    ...turn(
      [...clocks, ...spec.clocks].map((_, k) => k + 1),
      clocks.length,
    ),
  ] as number[];
  const members = rest.map(({ state, zones, ...more }) => {
    if (state === undefined) return more;
    const matrix = (zone: readonly number[]) => order.flatMap((i) => order.map((j) => zone[i * order.length + j]));
    return { ...more, state: turn(state, processes.length + variables.length), zones: zones.map(matrix) };
  });
  return [turned, ...members].map((line) => `${JSON.stringify(line)}\n`);
}

describe(`refinements of ${runs} random pairs from seed ${first}`, () => {
  test("what is included is proved, and what is not; a proof about the specification itself is none about what is not included", () => {
    const counts = { proved: 0, apart: 0, refused: 0 };
    for (let seed = first; seed < first + runs; seed++) {
      const { text, refinement, lines } = asked(seed, "I");
      if (lines !== undefined) {
        expect(judge(lines, text, text), `seed ${seed}`).toMatchObject({ result: "proved" });
        counts[refinement.outcome === "included" ? "proved" : "apart"]++;
      }
      const { lines: own } = asked(seed, "S");
      if (refinement.outcome !== "not-included" || own === undefined) continue;
      const { slots, clocks: all } = networkOf(text, "I");
      const [header, ...rest] = own.map((line) => JSON.parse(line));
      const names = { processes: ["I"], variables: slots.slice(1).map((s) => s.name) };
      const clocks = all.slice(1).map((c) => c.name);
      const { channels, hidden: internal, variables } = refinement.interface;
      const refines = { ...header.refines, implementation: ["I"], channels, internal, variables };
      const relabelled = [{ ...header, ...names, clocks, refines }, ...rest].map((line) => `${JSON.stringify(line)}\n`);
      const { result } = judge(relabelled, text, text);
      expect(result, `seed ${seed}`).toMatch(/refused|unreadable/);
      if (result === "refused") counts.refused++;
    }
    if (runs >= 60) {
      expect(counts.proved).toBeGreaterThan(10);
      expect(counts.apart).toBeGreaterThan(10);
      expect(counts.refused).toBeGreaterThan(5);
    }
  });

  test("a proof with its roles swapped proves nothing, unless the traces are the same", () => {
    let refused = 0;
    for (let seed = first; seed < first + runs / 3; seed++) {
      const { text, refinement, lines } = asked(seed, "I");
      if (refinement.outcome !== "included" || lines === undefined) continue;
      const back = refine(networkOf(text, "S"), networkOf(text, "I"), { maxStates: 5000 });
      const { result } = judge(swapped(lines), text, text);
      expect(result).toMatch(/proved|refused/);
      if (result === "proved") expect(back.outcome, `seed ${seed}`).toBe("included");
      else refused++;
    }
    expect(refused).toBeGreaterThan(0);
  });

  test("what is changed is refused, with its place, unless it still is a proof of something true", () => {
    const random = randomOf(first);
    const refused = new Map<string, number>();
    for (let seed = first; seed < first + runs / 3; seed++) {
      const { text, lines } = asked(seed, "I");
      if (lines === undefined) continue;
      for (const { change, bytes, more } of mutantsOf(lines, random)) {
        const model = text + (more ?? "");
        const { result, member, step } = judge([new TextDecoder().decode(bytes)], model, model);
        if (result === "refused") expect(member ?? step, `seed ${seed}: ${change}`).toBeDefined();
        if (result !== "proved") refused.set(change, (refused.get(change) ?? 0) + 1);
        if (/another model|outcome/.test(change)) expect(result, change).toBe("unreadable");
      }
    }
    for (const change of ["a member is dropped", "a zone is shrunk", "a value is changed", "the file is cut"])
      expect(refused.get(change) ?? 0, change).toBeGreaterThan(2);
  });
});
