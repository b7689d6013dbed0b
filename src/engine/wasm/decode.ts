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
    const op = reader.op();
    const numbers = reader.numbers(op);
    const wide = op.immediate === "i64" ? reader.signed() : 0n;
    const bytes =
      op.immediate === "v128" || op.immediate === "shuffle" ? code.subarray(reader.at - 16, reader.at) : nothing;
    yield { op, offset, numbers, wide, bytes };
  }
}

/** Reads code instruction by instruction: `op`, then `numbers`, then for a constant of 64 bits `signed`; or `op`, then `pass`. */
export class Reader {
  at = 0;
  private readonly code: Uint8Array;

  constructor(code: Uint8Array) {
    this.code = code;
  }

  op(): Op {
    const first = this.byte();
    return opOfCode(first >= 0xfc ? (first << 16) | this.unsigned() : first);
  }

  /**
   * The numeric immediates of an instruction; those of 16 bytes are passed over, and a constant of 64 bits is left to `signed`.
   */
  numbers(op: Op): number[] {
    switch (op.immediate) {
      case "none":
      case "i64":
        return [];
      case "v128":
      case "shuffle":
        this.at += 16;
        return [];
      case "block":
      case "lane":
        return [this.byte()];
      case "label":
      case "func":
      case "local":
      case "global":
      case "zero":
      case "segment":
        return [this.unsigned()];
      case "indirect":
      case "memory":
      case "zeros":
      case "data":
        return [this.unsigned(), this.unsigned()];
      case "memoryLane":
        return [this.unsigned(), this.unsigned(), this.byte()];
      case "labels":
        return Array.from({ length: this.unsigned() + 1 }, () => this.unsigned());
      case "i32":
        return [this.signed32()];
      case "f64":
        return [this.f64()];
    }
  }

  /** Passes over the immediates of an instruction, which are not looked at. */
  pass(op: Op): void {
    switch (op.immediate) {
      case "none":
        return;
      case "block":
      case "lane":
        this.at++;
        return;
      case "label":
      case "local":
        this.unsigned();
        return;
      case "i64":
        this.signed();
        return;
      default:
        this.numbers(op);
    }
  }

  private byte(): number {
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

  signed32(): number {
    let result = 0;
    for (let shift = 0; ; ) {
      const byte = this.byte();
      result |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) return shift < 32 && (byte & 0x40) !== 0 ? result | (-1 << shift) : result;
    }
  }

  f64(): number {
    const { buffer, byteOffset } = this.code;
    this.at += 8;
    return new DataView(buffer, byteOffset + this.at - 8, 8).getFloat64(0, true);
  }
}
