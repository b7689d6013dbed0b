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
  const reader = new Reader(code);
  while (reader.at < code.length) {
    const offset = reader.at;
    const first = reader.byte();
    const op = opOfCode(first >= 0xfc ? (first << 16) | reader.unsigned() : first);
    const numbers = numbersOf(op, reader);
    const wide = op.immediate === "i64" ? reader.signed() : 0n;
    const bytes = op.immediate === "v128" || op.immediate === "shuffle" ? reader.take(16) : nothing;
    yield { op, offset, numbers, wide, bytes };
  }
}

class Reader {
  at = 0;
  private readonly code: Uint8Array;

  constructor(code: Uint8Array) {
    this.code = code;
  }

  byte(): number {
    return this.code[this.at++]!;
  }

  unsigned(): number {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
    }
  }

  signed(): bigint {
    let result = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(Number(shift) + 7, result);
    }
  }

  take(count: number): Uint8Array {
    this.at += count;
    return this.code.subarray(this.at - count, this.at);
  }

  f64(): number {
    const { buffer, byteOffset } = this.take(8);
    return new DataView(buffer, byteOffset, 8).getFloat64(0, true);
  }
}

function numbersOf(op: Op, reader: Reader): number[] {
  switch (op.immediate) {
    case "none":
    case "i64":
    case "v128":
    case "shuffle":
      return [];
    case "block":
    case "lane":
      return [reader.byte()];
    case "label":
    case "func":
    case "local":
    case "global":
    case "zero":
    case "segment":
      return [reader.unsigned()];
    case "indirect":
    case "memory":
    case "zeros":
    case "data":
      return [reader.unsigned(), reader.unsigned()];
    case "memoryLane":
      return [reader.unsigned(), reader.unsigned(), reader.byte()];
    case "labels":
      return Array.from({ length: reader.unsigned() + 1 }, () => reader.unsigned());
    case "i32":
      return [Number(reader.signed())];
    case "f64":
      return [reader.f64()];
  }
}
