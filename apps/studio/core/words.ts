/** Numbers of things in words: `1 step`, `1,200 steps`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** A number with six digits at most. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}
