import { settle, text } from "../core/document.ts";
import { tell } from "../core/view.ts";
import { askWorker } from "../worker/ask.ts";
import { openTrace } from "./run.ts";
import { simulate } from "./watch.ts";

/**
 * Runs from files of any kind. A trace becomes a run of the simulator. A run of a statistical query
 * (`zonal verify --run --json`, or saved here) is made again from its query, seed and number, and must come out as
 * it was recorded.
 */
export async function openRun(name: string, content: string): Promise<void> {
  const recorded = recordedIn(content);
  if (recorded === undefined) return openTrace(name, content);
  settle();
  const { query, seed, replay } = recorded;
  try {
    // A comparison has two paths, each with runs of its own, and the file does not tell which.
    const paths = query.includes("Pr", query.indexOf("Pr") + 1) ? [0, 1] : [0];
    for (const path of paths) {
      const wish = { kind: "again", text: text.value, formula: query, seed, run: replay.run, path } as const;
      const { opened } = await askWorker(wish, "again");
      if (opened.end === replay.end && opened.steps === replay.steps.length) return await simulate(opened);
    }
    tell(`${name} is run ${replay.run} of another model: made again, it comes out differently`, "error");
  } catch (error) {
    tell(`${name} cannot be made again: ${(error as Error).message}`, "error");
  }
}

interface Recorded {
  readonly query: string;
  readonly seed: number;
  readonly replay: { readonly run: number; readonly end: number; readonly steps: readonly unknown[] };
}

function recordedIn(content: string): Recorded | undefined {
  try {
    const parsed = JSON.parse(content) as Partial<Recorded> & { readonly command?: string };
    const { command, query, seed, replay } = parsed;
    if (command !== "run" || query === undefined || seed === undefined || !Array.isArray(replay?.steps))
      return undefined;
    return { query, seed, replay };
  } catch {
    return undefined;
  }
}
