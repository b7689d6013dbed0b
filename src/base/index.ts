export { assert, InternalError, unreachable } from "./assert.ts";
export { type Diagnostic, hasErrors } from "./diagnostic.ts";
export { LimitReached } from "./limit.ts";
export { seeded } from "./seeded.ts";
export { cover, Lines, nowhere, type Position, type Span } from "./span.ts";
export { demand, TextError, UsageError, wants } from "./usage.ts";
