export type * from "./tree.ts";
export { parseTck } from "./tck.ts";
export type * from "./tcktree.ts";
export { type Decoded, decode, type Encoding, encode } from "./encoding.ts";
export { type Document, type Element, looksLikeXml } from "./xml.ts";
export { elementAt, placeOf, type XPlace } from "./xpath.ts";
export { childrenOf, someExpr } from "./walk.ts";
