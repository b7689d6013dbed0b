/**
 * Values as text that brings all of them back, also those that JSON has no words for: large integers, infinities and the negative zero,
 * lists of numbers bit for bit. What stands in a text that is no packed value is no reason to trust it: whoever unpacks looks at it.
 */
export function pack(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "bigint") return { [MARK]: "integer", text: String(part) };
    if (typeof part === "number" && (!Number.isFinite(part) || Object.is(part, -0)))
      return { [MARK]: "number", text: Object.is(part, -0) ? "-0" : String(part) };
    if (part instanceof Float64Array)
      return { [MARK]: "numbers", text: Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("base64") };
    return part;
  });
}

export function unpack(text: string): unknown {
  return JSON.parse(text, (_, part: unknown) => {
    if (typeof part !== "object" || part === null || !(MARK in part)) return part;
    const { [MARK]: kind, text: written } = part as { readonly [MARK]: unknown; readonly text: unknown };
    if (typeof written !== "string") throw new Error("a packed value is damaged");
    if (kind === "integer") return BigInt(written);
    if (kind === "number") return Number(written);
    // Copied, so that it begins where numbers may.
    const bytes = Uint8Array.from(Buffer.from(written, "base64"));
    return new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / 8));
  });
}

const MARK = "\u0001";
