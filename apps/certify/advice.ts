/**
 * Advice for those who write a certificate: what the checker will take. Nothing that is judged depends on it: whatever a
 * certificate states is judged when it is read.
 */
import { endingOf, prepareQuery, type Subject } from "./checking.ts";
import { type Header, headerOf } from "./format.ts";
import { leastNeeds } from "./live.ts";
import { statedOf } from "./stated.ts";
import { leastSystem } from "./still.ts";

/** Whether what the first line of a certificate states of bounds and symmetries would be taken. */
export function acceptsHead(subject: Subject, text: string): boolean {
  try {
    const header = headerOf(text);
    const { claim, system, layout } = prepareQuery(subject, header);
    statedOf(header, claim, system, layout.names);
    return true;
  } catch (error) {
    endingOf(error);
    return false;
  }
}

/**
 * What of the model cannot matter to the claim that the first line of a certificate makes: where variables are live, and who
 * may be left out.
 */
export function mattersTo(subject: Subject, text: string, mayLeaveOut = true): Pick<Header, "live" | "still"> {
  try {
    const { claim, system, layout } = prepareQuery(subject, headerOf(text));
    const { still, needs } = mayLeaveOut ? leastSystem(system, claim) : { still: [], needs: leastNeeds(claim, system) };
    return { live: needs.told(layout.names), still: [...still] };
  } catch (error) {
    endingOf(error);
    return {};
  }
}
