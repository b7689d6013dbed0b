export { cellRange, firstValue, slotAt, slotOf } from "./cell.ts";
export type * from "./code.ts";
export { compute } from "./fold.ts";
export { isConstant, isDataOnly } from "./formula.ts";
export { type Instantiated, instantiate } from "./instantiate.ts";
export type * from "./network.ts";
export { instantiateQuery } from "./query.ts";
export { type Numbering, Renumbering } from "./renumber.ts";
export { everywhereQuery, labelQuery, networkFromTck, unknownLabels } from "./tck.ts";
