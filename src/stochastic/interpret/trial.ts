import type { Bound, Mitl, Path, StatisticalQuery, Watched } from "../query.ts";
import type { Engine } from "./engine.ts";
import { hasCurve } from "./flow.ts";
import { MitlWatch, mitlEnding, mitlHasCurve } from "./mitl.ts";
import { ExtremeWatch, endingOf, PathWatch } from "./observe.ts";
import type { Ending, Watching } from "./watching.ts";

/** What runs are made for: one path, one extreme, one formula. A comparison has two paths. */
export type Task =
  | { readonly kind: "path"; readonly path: Path }
  | { readonly kind: "extreme"; readonly bound: Bound; readonly extreme: "min" | "max"; readonly value: Watched }
  | { readonly kind: "mitl"; readonly formula: Mitl; readonly horizon: number };

/** The tasks of a query: two for a comparison, none where only trajectories are asked for. */
export function tasksOf(query: StatisticalQuery): Task[] {
  switch (query.kind) {
    case "probability":
    case "hypothesis":
      return [{ kind: "path", path: query.path }];
    case "comparison":
      return [query.first, query.second].map((path) => ({ kind: "path", path }));
    case "expectation":
      return [{ kind: "extreme", bound: query.bound, extreme: query.extreme, value: query.value }];
    case "mitl":
      return [{ kind: "mitl", formula: query.formula, horizon: query.horizon }];
    case "simulate": {
      const { bound, filter } = query;
      return filter ? [{ kind: "path", path: { bound, goal: filter.goal, succeeds: true, text: "" } }] : [];
    }
  }
}

/** A task on one engine: what is watched in a run, when it ends, and what it was after. */
export interface Trial {
  readonly watching: Watching;
  readonly ending: Ending;
  /** Something is followed, so stretches are short. */
  readonly fine: boolean;
  begin(): void;
  success(): boolean;
  value(): number;
}

export function trialOf(task: Task, engine: Engine): Trial {
  switch (task.kind) {
    case "path": {
      const { path } = task;
      const watching = new PathWatch(engine, path);
      return {
        watching,
        ending: endingOf(path.bound, engine),
        fine: hasCurve(path.goal) || (path.lost !== undefined && hasCurve(path.lost)),
        begin: () => watching.begin(),
        success: () => watching.reached === path.succeeds,
        value: () => watching.where,
      };
    }
    case "extreme": {
      const watching = new ExtremeWatch(engine, task.value, task.extreme);
      return {
        watching,
        ending: endingOf(task.bound, engine),
        fine: !task.value.line,
        begin: () => watching.begin(),
        success: () => false,
        value: () => watching.extreme,
      };
    }
    case "mitl": {
      const watching = new MitlWatch(engine, task.formula);
      return {
        watching,
        ending: mitlEnding(task.formula, task.horizon, engine),
        fine: mitlHasCurve(task.formula),
        begin: () => watching.record.begin(),
        success: () => watching.satisfied(),
        value: () => engine.memory.time,
      };
    }
  }
}
