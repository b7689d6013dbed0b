/**
 * Whether what was thrown means that the machine gave no more memory. V8 has one class for this and for wrong numbers, and only
 * its words tell them apart: of buffers, of WebAssembly's memories and instances, of arrays, strings, maps and sets.
 */
export function isOutOfMemory(error: unknown): boolean {
  const words = /allocat|out of memory|grow|array length|string length|(Map|Set) maximum/i;
  return error instanceof RangeError && words.test(error.message);
}
