import { exp, ln } from "../../base/index.ts";

/**
 * Dormand and Prince's embedded Runge-Kutta method of orders 5 and 4 with its continuous extension of order 4 (Hairer, Norsett,
 * Wanner: Solving Ordinary Differential Equations I, II.4 and II.6). Steps adapt to a relative and absolute error of 1e-9.
 */
export type Derivative = (time: number, values: Float64Array, out: Float64Array) => void;

/** A step that was accepted: the solution at each time in it. */
export interface Piece {
  readonly until: number;
  at(time: number): Float64Array;
}

export const TOLERANCE = 1e-9;
/** Where the stages of a step are, in units of its length; what each adds up of the slopes before it. */
export const C = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];
export const A: readonly (readonly number[])[] = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
/** The difference of the two methods. */
export const E = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];
/** The bend of the continuous extension. */
export const D = [
  -12715105075 / 11282082432,
  0,
  87487479700 / 32700410799,
  -10690763975 / 1880347072,
  701980252875 / 199316789632,
  -1453857185 / 822651844,
  69997945 / 29380423,
];

/** The first step, and one so short, for each unit of time since the start and one more, that there is no solution. */
export const CAREFUL = 1e-3;
export const SHORTEST = 1e-14;

/** What a step with this error is multiplied by to make the next one: by our own functions, so the same in every engine. */
export function growth(error: number): number {
  if (!Number.isFinite(error)) return 0.2;
  return Math.min(5, Math.max(0.2, 0.9 * (error === 0 ? 5 : exp(-0.2 * ln(error)))));
}

export class DormandPrince {
  private readonly derivative: Derivative;
  private readonly size: number;
  private readonly slopes: readonly Float64Array[];
  private readonly values: Float64Array;
  private length = 0;

  constructor(size: number, derivative: Derivative) {
    this.size = size;
    this.derivative = derivative;
    this.slopes = C.map(() => new Float64Array(size));
    this.values = new Float64Array(size);
  }

  /** The equations are others from now on: begin with a careful step. */
  restart(): void {
    this.length = 0;
  }

  /** One step from `time`, `longest` at most. Undefined where the solution leaves all bounds. */
  step(time: number, start: Float64Array, longest: number): Piece | undefined {
    const shortest = SHORTEST * (1 + time);
    let h = Math.min(longest, Math.max(shortest, this.length > 0 ? this.length : CAREFUL));
    for (;;) {
      const error = this.attempt(time, start, h);
      if (error <= 1) {
        this.length = h * growth(error);
        return this.piece(time, start, h);
      }
      h *= growth(error);
      if (h < shortest) return undefined;
    }
  }

  /** Fills slopes and end values; yields the error in units of the tolerance. */
  private attempt(time: number, start: Float64Array, h: number): number {
    for (const [stage, row] of A.entries()) {
      for (let i = 0; i < this.size; i++) this.values[i] = start[i]! + h * this.combined(row, i);
      this.derivative(time + C[stage]! * h, this.values, this.slopes[stage]!);
    }
    let worst = 0;
    for (let i = 0; i < this.size; i++) {
      const scale = TOLERANCE * (1 + Math.max(Math.abs(start[i]!), Math.abs(this.values[i]!)));
      const error = Math.abs(h * this.combined(E, i)) / scale;
      if (!(error <= worst)) worst = error;
    }
    return worst;
  }

  private combined(row: readonly number[], i: number): number {
    let sum = 0;
    for (const [k, factor] of row.entries()) sum += factor * this.slopes[k]![i]!;
    return sum;
  }

  /** The continuous extension. */
  private piece(time: number, start: Float64Array, h: number): Piece {
    const first = start.slice();
    const rise = Float64Array.from(first, (y, i) => this.values[i]! - y);
    const bend = Float64Array.from(rise, (dy, i) => h * this.slopes[0]![i]! - dy);
    const turn = Float64Array.from(rise, (dy, i) => dy - h * this.slopes[6]![i]! - bend[i]!);
    const twist = Float64Array.from(rise, (_, i) => h * this.combined(D, i));
    const out = new Float64Array(this.size);
    const at = (moment: number): Float64Array => {
      const x = (moment - time) / h;
      const y = 1 - x;
      for (let i = 0; i < this.size; i++)
        out[i] = first[i]! + x * (rise[i]! + y * (bend[i]! + x * (turn[i]! + y * twist[i]!)));
      return out;
    };
    return { until: time + h, at };
  }
}
