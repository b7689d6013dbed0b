import type { Reporter, TestCase } from "vitest/node";

/**
 * Tells of every test that held only when it was tried again, with what was wrong the first time. A browser on a busy machine may
 * draw no frame for half a minute, which says nothing about the page; everything else that is told here is a race to be mended.
 */
export class Unsteady implements Reporter {
  private readonly found: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const why = test.result().errors?.map(({ message, stack }) => stack ?? message) ?? [];
    this.found.push(`${test.fullName}\n${why.join("\n")}`);
  }

  onTestRunEnd(): void {
    if (this.found.length === 0) return;
    console.log(`Held only when tried again: ${this.found.length}\n\n${this.found.join("\n\n")}`);
  }
}
