export { build, type EdgeLabels, type LocationLabels, type ModelParts, type TemplateParts } from "./build.ts";
export { layoutClearly } from "./clear.ts";
export { syntaxCodes } from "./codes.ts";
export { asBefore, dialectOf } from "./dialect.ts";
export { withoutPlaces } from "./drawing/bare.ts";
export { dot, lineHeight, linesOf, radius, sizeOf, towards } from "./drawing/measure.ts";
export { countOverlaps, type Overlaps, totalOf } from "./drawing/overlaps.ts";
export { applyEdits, type Edit } from "./edit.ts";
export type { Editor } from "./editor.ts";
export { type Decoded, decode, type Encoding, encode } from "./encoding.ts";
export { equalTrees } from "./equal.ts";
export {
  builtins,
  type Context,
  type Dialect,
  isIdentifier,
  isKeyword,
  isReservedName,
  predeclaredWords,
} from "./keyword.ts";
export { type LabelKind, type LabelText, labelTexts, type TextKind, xmlKindOf, xmlKinds } from "./labeltext.ts";
export { layout, layoutTemplate } from "./layout.ts";
export { type MarkList, markLists } from "./marks.ts";
export { type Modern, withModernNames, withModernQuery } from "./modern.ts";
export { type ParsedXml, parseXml } from "./nta.ts";
export {
  type Parsed,
  type ParsedQuery,
  parseDeclarations,
  parseExpression,
  parseGuard,
  parseInvariant,
  parseLocalDeclarations,
  parseParameters,
  parseProbability,
  parseRate,
  parseSelect,
  parseStatement,
  parseSync,
  parseSystem,
  parseType,
  parseUpdate,
  type SystemText,
  type TextOptions,
} from "./parse.ts";
export { printDeclaration, printDeclarations, printTemplate } from "./printdeclaration.ts";
export {
  printBinder,
  printDeclarator,
  printExpr,
  printExprs,
  printInitialiser,
  printParameters,
  printSync,
  printType,
} from "./printexpression.ts";
export { printGantt, printProgress, printSystem, printSystemLine, printXta } from "./printmodel.ts";
export { printQuery, printQueryFile } from "./printquery.ts";
export { printBlock, printStatement } from "./printstatement.ts";
export { xtaNames } from "./printtemplate.ts";
export { parseQueryFile, type QueryFile } from "./queryfile.ts";
export { parseQuery, type QueryContext } from "./queryreader.ts";
export {
  parseRcx,
  type RcxComparison,
  type RcxInstruction,
  type RcxKind,
  type RcxProgram,
  type RcxRange,
  type RcxTarget,
  type RcxValue,
  whyNoPeriod,
} from "./rcx.ts";
export type { Location as SourceLocation } from "./read.ts";
export { Locator, type ReadOptions, read, type Source, type TckSource, type UppaalSource } from "./read.ts";
export { type Reread, reread } from "./reread.ts";
export { DialectError } from "./sayable.ts";
export { selectProcesses, splitList } from "./select.ts";
export { Fragment, FragmentBuilder } from "./source.ts";
export { edit } from "./splice.ts";
export { spliceTree } from "./splicetree.ts";
export { parseTck } from "./tck.ts";
export type * from "./tcktree.ts";
export type * from "./tree.ts";
export { childrenOf, someExpr } from "./walk.ts";
export { type WriteOptions, writeXml } from "./writexml.ts";
export { type Document, type Element, looksLikeXml, scanXml } from "./xml.ts";
export { type XmlCode, xmlCodes } from "./xmlcodes.ts";
export { type Attribute, attributeOf, contentOf, textOf } from "./xmltext.ts";
export { decodedOffset, elementAt, placeOf, type XPlace } from "./xpath.ts";
export { parseXta } from "./xta.ts";
