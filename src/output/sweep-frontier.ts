import { constantsText, type Frontier } from "../sweep/index.ts";

/** A frontier in words, with what it rests on. */
export function frontierText(frontier: Frontier): string {
  const { constant, others, smallest, largest, low, high, undecided, asked, values } = frontier;
  const where = Object.keys(others).length === 0 ? "" : `${constantsText(others)}: `;
  const among = `among ${low} .. ${high}`;
  if (undecided !== undefined)
    return `${where}no frontier of ${constant} ${among}: ${constant}=${undecided} has no definite answer`;
  const found =
    smallest === undefined || largest === undefined
      ? `satisfied for no ${constant}`
      : smallest === largest
        ? `satisfied for ${constant} = ${smallest} only`
        : `satisfied for ${constant} from ${smallest} to ${largest}`;
  return `${where}${found} ${among} (${basis[frontier.monotone]}; ${asked} of ${values} asked)`;
}

const basis: Readonly<Record<Frontier["monotone"], string>> = {
  assumed: "if the answer changes once at most",
  seen: "every value was asked",
  refuted: "not everywhere between: the answer changes more than once",
};
