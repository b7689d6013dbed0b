/**
 * Reads the instructions of a function's code back from its bytes, one at a time (WebAssembly core specification 2.0,
 * section 5.4): the instruction, its numeric immediates and where it starts. Requires bytes as written by `code.ts`.
 */
import { type Op, opOfCode } from "./opcodes.ts";

export interface Instruction {
  readonly op: Op;
  readonly offset: number;
  /** Indices, depths, alignment exponent and offset, lanes, block type code; the constant of i32 and f64. */
  readonly numbers: readonly number[];
  /** The constant of i64. */
  readonly wide: bigint;
  /** The bytes of a vector constant or of a shuffle. */
  readonly bytes: Uint8Array;
}

const nothing = new Uint8Array(0);

export function* decode(code: Uint8Array): Generator<Instruction> {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
  let at = 0;

  function unsigned(): number {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = code[at++];
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
    }
  }

  function signed(): bigint {
    let result = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = code[at++];
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(Number(shift) + 7, result);
    }
  }

  function take(count: number): Uint8Array {
    at += count;
    return code.subarray(at - count, at);
  }

  function numbersOf(op: Op): number[] {
    switch (op.immediate) {
      case "none":
      case "i64":
      case "v128":
      case "shuffle":
        return [];
      case "block":
      case "lane":
        return [code[at++]];
      case "label":
      case "func":
      case "local":
      case "global":
      case "zero":
      case "segment":
        return [unsigned()];
      case "indirect":
      case "memory":
      case "zeros":
      case "data":
        return [unsigned(), unsigned()];
      case "memoryLane":
        return [unsigned(), unsigned(), code[at++]];
      case "labels":
        return Array.from({ length: unsigned() + 1 }, unsigned);
      case "i32":
        return [Number(signed())];
      case "f64":
        at += 8;
        return [view.getFloat64(at - 8, true)];
    }
  }

  while (at < code.length) {
    const offset = at;
    const first = code[at++];
    const op = opOfCode(first >= 0xfc ? (first << 16) | unsigned() : first);
    const numbers = numbersOf(op);
    const wide = op.immediate === "i64" ? signed() : 0n;
    const bytes = op.immediate === "v128" || op.immediate === "shuffle" ? take(16) : nothing;
    yield { op, offset, numbers, wide, bytes };
  }
}
