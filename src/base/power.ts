/** `base ** exponent` of 32-bit integers: it wraps, as all arithmetic does; a negative exponent truncates towards zero. */
export function power(base: number, exponent: number): number {
  if (exponent < 0) return base === 1 ? 1 : base === -1 ? (exponent % 2 === 0 ? 1 : -1) : 0;
  let result = 1;
  for (let square = base, rest = exponent; rest > 0; rest = Math.floor(rest / 2), square = Math.imul(square, square)) {
    if (rest % 2 === 1) result = Math.imul(result, square);
  }
  return result;
}
