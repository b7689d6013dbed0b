import { type Io, processIo } from "./io.ts";
import { jsonDocument } from "./json.ts";
import { explain } from "./run.ts";
import type { Asked } from "./watch.ts";

/**
 * What is told of a run that was ended from outside: the questions that have no answer, each with the reason, or the whole
 * JSON document, with the answers there were. Where nothing was asked yet the reason stands alone.
 */
export interface Stopped {
  readonly reason: string;
  readonly code: number;
}

export function tellRest(asked: Asked | undefined, answered: readonly (object | undefined)[], stopped: Stopped): void {
  const io = processIo(() => undefined);
  try {
    tell(io, asked, answered, stopped);
  } catch (error) {
    explain(error, "zonal", io);
  }
}

function tell(
  io: Io,
  asked: Asked | undefined,
  answered: readonly (object | undefined)[],
  { reason, code }: Stopped,
): void {
  if (asked === undefined) {
    io.err(`error: ${reason}\n`);
    return;
  }
  const rest = asked.questions.slice(answered.length);
  if (asked.document === undefined) for (const { line } of rest) io.out(`${line} (${reason})\n`);
  else {
    const queries = [...answered, ...rest.map(({ json }) => ({ ...json, reason }))];
    io.out(jsonDocument("verify", { ...asked.document, exitCode: code, queries }));
  }
}
