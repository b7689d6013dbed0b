import { erfc, ln } from "../../base/index.ts";

/**
 * The standard normal law. The quantile is algorithm AS 241 (Wichura, Applied Statistics 37, 1988), whose relative error is
 * about 1e-16; it takes both tails, so that neither end loses digits.
 */
export function normalCumulative(x: number): number {
  return erfc(-x * Math.SQRT1_2) / 2;
}

/** The x with P(X <= x) = p; q = 1 - p may be given where it is known more exactly. */
export function normalQuantile(p: number, q: number = 1 - p): number {
  const middle = p <= 0.5 ? p - 0.5 : 0.5 - q;
  if (Math.abs(middle) <= 0.425) return middle * quotient(0.180625 - middle * middle, inner, innerBelow);
  const tail = Math.min(p, q);
  if (!(tail > 0)) return tail === 0 ? (p < q ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY) : Number.NaN;
  const r = Math.sqrt(-ln(tail));
  const x = r <= 5 ? quotient(r - 1.6, outer, outerBelow) : quotient(r - 5, far, farBelow);
  return p < q ? -x : x;
}

function quotient(x: number, above: readonly number[], below: readonly number[]): number {
  return polynomial(x, above) / polynomial(x, below);
}

function polynomial(x: number, coefficients: readonly number[]): number {
  let sum = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) sum = coefficients[i]! + x * sum;
  return sum;
}

const inner: readonly number[] = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
];
const innerBelow: readonly number[] = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
];
const outer: readonly number[] = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
];
const outerBelow: readonly number[] = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const far: readonly number[] = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const farBelow: readonly number[] = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
];
