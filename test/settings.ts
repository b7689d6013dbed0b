import { availableParallelism } from "node:os";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest begins first, so that no core waits for it at the end. */
const longest = [
  "agree/regions",
  "agree/rich",
  "cases/cases",
  "agree/stay",
  "agree/threads",
  "analysis/everything",
  "agree/traces",
  "laws/reduce",
  "test/docs",
  "laws/accelerate",
  "laws/refine",
  "transform/matrix",
  "agree/",
  "cli/",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.includes(name));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** How tests are run, whichever they are. */
export const shared = {
  testTimeout: 60_000,
  pool: "threads",
  // By default one core stays free, which is half of a small machine.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  sequence: { sequencer: LongestFirst },
} as const;
