import { mode, position, steps } from "./run.ts";

/** The run as others take it: in a link, and as the transitions that led where it is. */
/** The transitions up to the state that is shown, in numbers. */
export function runWords(): readonly (readonly number[])[] {
  return steps.value
    .slice(0, position.value)
    .flatMap((s) =>
      s.kind === "delay" ? [] : [s.transition.parts.flatMap((p) => [p.edge, ...p.selects.map((v) => v.value)])],
    );
}

/** The run as text for a link: per step the edges with the values chosen, or the delay. */
export function sharedRun(): string {
  const list = steps.value.map((s) =>
    s.kind === "delay"
      ? { d: `${s.delay.n}/${s.delay.d}` }
      : { t: s.transition.parts.map((p) => [p.process, p.edge, ...p.selects.map((v) => v.value)]) },
  );
  return JSON.stringify({ mode: mode.value, steps: list });
}
