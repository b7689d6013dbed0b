import { describe, expect, test } from "vitest";
import { open, Recording, showTransformation } from "../../src/index.ts";
import { figure1 } from "./figure1.ts";

function recordFigure1(steps: number): Recording {
  const { network, diagnostics } = open(figure1);
  expect(diagnostics).toEqual([]);
  const recording = new Recording(network!);
  for (let i = 0; i < steps; i++) {
    const [step] = recording.run.options();
    recording.run.take(step!);
  }
  return recording;
}

describe("the example of Figure 1", () => {
  const names = ["0", "x"];

  test("seven transformations become two, and three with the delay of the new initial location", () => {
    const recording = recordFigure1(2);
    expect(recording.recorded).toBe(7);
    const kept = recording.byChains().transformations;
    expect(kept.map((t) => showTransformation(t, names))).toEqual(["x = 0", "delay"]);
    expect(kept.length + 1).toBe(3);
  });

  test("constant length does not depend on the length of the run", () => {
    const lengths = [2, 10, 50].map((n) => recordFigure1(n).inConstantLength()!.transformations.length);
    expect(new Set(lengths)).toEqual(new Set([1]));
  });

  test("one step further the value 1 and the invariant are rebuilt", () => {
    const recording = recordFigure1(3);
    expect(recording.inConstantLength()!.transformations.map((t) => showTransformation(t, names))).toEqual([
      "x = 1",
      "delay",
      "x<=2",
    ]);
  });
});
