export { assert, InternalError, unreachable } from "./assert.ts";
export { type Diagnostic, hasErrors } from "./diagnostic.ts";
export { LimitReached } from "./limit.ts";
export { append, greatest, smallest } from "./lists.ts";
export { seeded } from "./seeded.ts";
export { cover, Lines, nowhere, type Position, type Span } from "./span.ts";
export { TextError } from "./text-error.ts";
export { demand, UsageError, wants } from "./usage.ts";
