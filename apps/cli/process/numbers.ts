import { InvalidArgumentError } from "commander";

/** Numbers of the command line: `64`, `1.5`; refused in words when they are none. */
export function positive(text: string): number {
  const n = Number(text);
  if (text.trim() === "" || !Number.isFinite(n) || n <= 0)
    throw new InvalidArgumentError("it must be a number above 0.");
  return n;
}

export function whole(text: string): number {
  const n = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(n) || n < 0)
    throw new InvalidArgumentError("it must be a whole number, 0 or more.");
  return n;
}

/** How many of something there must be at least one of. */
export function atLeastOne(text: string): number {
  const n = whole(text);
  if (n === 0) throw new InvalidArgumentError("it must be 1 or more.");
  return n;
}

/** Numbers of a list that begins with 1: `1,3`, `2-5`, and several uses of the option. */
export function numberList(text: string, before: readonly number[] | undefined): readonly number[] {
  return [...(before ?? []), ...text.split(",").flatMap(numbersFrom)];
}

function numbersFrom(text: string): readonly number[] {
  const [, low, high = low] = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(text) ?? [];
  const [from, to] = [Number(low), Number(high)];
  if (low === undefined || from > to || to - from >= 100_000)
    throw new InvalidArgumentError("it must be numbers, as 2 or 1,3 or 2-5.");
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

export function list(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

export function commaList(text: string, before: readonly string[] | undefined): readonly string[] {
  return [
    ...(before ?? []),
    ...text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  ];
}

/** As `commaList`, but not empty. */
export function someNames(text: string, before: readonly string[] | undefined): readonly string[] {
  if (commaList(text, undefined).length === 0) throw new InvalidArgumentError("it must name one or more.");
  return commaList(text, before);
}
