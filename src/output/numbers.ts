import type { Rational } from "../zones/index.ts";

/** Exact numbers as text: `3`, `1.5` where a short decimal is exact, else `7/3`. */
export function showRational({ n, d }: Rational): string {
  if (d === 1n) return String(n);
  let scale = 10n;
  for (let digits = 1; digits <= 6; digits++, scale *= 10n) {
    if (scale % d !== 0n) continue;
    const all = (n * (scale / d)).toString();
    const sign = all.startsWith("-") ? "-" : "";
    const plain = all.slice(sign.length).padStart(digits + 1, "0");
    return `${sign}${plain.slice(0, -digits)}.${plain.slice(-digits)}`;
  }
  return fraction({ n, d });
}

/** For machines: `3` or `7/3`, never rounded. */
export function fraction({ n, d }: Rational): string {
  return d === 1n ? String(n) : `${n}/${d}`;
}

/** For people: `249,999`. */
export function groupsOfThree(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}
