import { ln } from "../../base/index.ts";

/**
 * Exponential numbers of rate 1 by the ziggurat (Marsaglia, Tsang: "The ziggurat method for generating random variables", 2000):
 * the area below e^-x is covered by 256 layers of one size, of which one and a place in it are chosen. In 99 of 100 cases the
 * place is where the layer is wholly below the curve, and one uniform number and no logarithm is all it takes.
 *
 * Layout, for whoever writes it in another language: with a uniform number u in (0, 1] (`draws.ts`) it is i = floor(256 u), x =
 * (256 u - i) * widths[i], so x has 45 random bits. Where x < widths[i + 1] that is the number. Else, for i = 0, TAIL is added to
 * a number drawn anew: the tail is the whole law again. Else, with the next uniform number v and y = heights[i] + (heights[i +
 * 1] - heights[i]) * v, it is x where ln(y) < -x, and otherwise a number drawn anew.
 */
export function drawExponential(next: () => number): number {
  for (let past = 0; ; ) {
    const u = 256 * next();
    const i = Math.floor(u);
    const x = (u - i) * widths[i]!;
    if (x < widths[i + 1]!) return past + x;
    if (i === 0) past += TAIL;
    else if (ln(heights[i]! + (heights[i + 1]! - heights[i]!) * next()) < -x) return past + x;
  }
}

/** Where the lowest layer ends, the curve there, and the size of each layer. */
const TAIL = 7.69711747013105;
const LOWEST = 0.0004541343538414966;
const AREA = 0.003949659822581556;

/** The curve at the lower side of layer i; 1 above the last. */
const heights = new Float64Array(257);
/** How long layer i is at its lower side; the lowest as long as it would be without a tail. Where u is 1, i is 256 and x is 0. */
const widths = new Float64Array(258);

heights[1] = LOWEST;
widths[0] = AREA / LOWEST;
widths[1] = TAIL;
for (let i = 2; i < 256; i++) {
  heights[i] = heights[i - 1]! + AREA / widths[i - 1]!;
  widths[i] = -ln(heights[i]!);
}
heights[256] = 1;
widths[257] = 1;

export const ziggurat = { tail: TAIL, widths, heights } as const;
