export type * from "./tree.ts";
export { parseTck } from "./tck.ts";
export type * from "./tcktree.ts";
export { type Decoded, decode, type Encoding, encode } from "./encoding.ts";
export { type Document, type Element, looksLikeXml } from "./xml.ts";
export { elementAt, placeOf, type XPlace } from "./xpath.ts";
export { childrenOf, someExpr } from "./walk.ts";
export { syntaxCodes } from "./codes.ts";
export { builtins, type Context, isIdentifier, isKeyword, isReservedName } from "./keyword.ts";
export {
  type Parsed,
  parseDeclarations,
  parseExpression,
  parseGuard,
  parseInvariant,
  parseLocalDeclarations,
  parseParameters,
  parseProbability,
  parseQuery,
  parseRate,
  parseSelect,
  parseSync,
  parseSystem,
  parseUpdate,
  type SystemText,
  type TextOptions,
} from "./parse.ts";
export { Fragment, FragmentBuilder } from "./source.ts";
export { parseXta } from "./xta.ts";
export { type ParsedXml, parseXml } from "./nta.ts";
export { xmlCodes, type XmlCode } from "./xmlcodes.ts";
