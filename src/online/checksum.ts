/**
 * CRC-32 (ISO 3309, as in gzip): any change within 32 bits in a row is seen, so any changed byte; of other changes all but one
 * in four thousand million. It guards against accidents, not against intent.
 */
const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of a text of bytes (characters up to 255), continued from that of what comes before it. */
export function crc32(text: string, before = 0): number {
  let sum = ~before;
  for (let i = 0; i < text.length; i++) sum = (sum >>> 8) ^ table[(sum ^ text.charCodeAt(i)) & 0xff]!;
  return ~sum >>> 0;
}
