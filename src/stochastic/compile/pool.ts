import { InternalError } from "../../base/index.ts";
import type { Body, Expr } from "../../engine/index.ts";
import type { Emitter } from "./emitter.ts";

export function spawn(_pool: number, _args: readonly Expr[], _e: Emitter, _f: Body): void {
  throw new InternalError("pools are not compiled");
}

export function leave(_process: number, _e: Emitter, _f: Body): void {
  throw new InternalError("pools are not compiled");
}
