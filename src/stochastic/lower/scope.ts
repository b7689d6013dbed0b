import type { CheckedTemplate } from "../../model/index.ts";
import { Scope as ScopeOf } from "../../network/index.ts";
import type { Type } from "../code.ts";
import type { Place } from "./place.ts";

/** What a variable is in one process: a place, a known number, or in an expanded quantifier a process. */
type Binding = Place | { readonly value: number; readonly is: Type } | { readonly process: ProcessNames };

export class Scope extends ScopeOf<Binding> {}

/** A process under its name: where its variables are. */
export interface ProcessNames {
  readonly index: number;
  readonly name: string;
  readonly args: readonly number[];
  readonly scope: Scope;
  readonly template: CheckedTemplate;
  readonly pool?: number;
}
