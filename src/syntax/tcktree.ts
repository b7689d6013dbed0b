import type { Span } from "../base/index.ts";

/**
 * The tree of a model in TChecker's format, as written: one node per declaration, in the order of the file. Nothing is
 * resolved; names are checked when the network is made.
 */
export interface TckTree extends Span {
  readonly system?: TckName;
  readonly declarations: readonly TckDeclaration[];
}
export interface TckName extends Span {
  readonly name: string;
}

export type TckDeclaration =
  | (Span & { readonly kind: "process"; readonly name: TckName })
  | (Span & { readonly kind: "event"; readonly name: TckName })
  | (Span & { readonly kind: "clock"; readonly size: number; readonly name: TckName })
  | (Span & {
      readonly kind: "int";
      readonly size: number;
      readonly low: number;
      readonly high: number;
      readonly initial: number;
      readonly name: TckName;
    })
  | TckLocation
  | TckEdge
  | TckSync;

export interface TckLocation extends Span {
  readonly kind: "location";
  readonly process: TckName;
  readonly name: TckName;
  readonly initial: boolean;
  readonly committed: boolean;
  readonly urgent: boolean;
  readonly labels: readonly string[];
  readonly invariant?: TckExpr;
}
export interface TckEdge extends Span {
  readonly kind: "edge";
  readonly process: TckName;
  readonly source: TckName;
  readonly target: TckName;
  readonly event: TckName;
  readonly provided?: TckExpr;
  readonly do: readonly TckStatement[];
}
export interface TckSync extends Span {
  readonly kind: "sync";
  readonly parts: readonly (Span & { readonly process: TckName; readonly event: TckName; readonly weak: boolean })[];
}

export type TckOp = "&&" | "==" | "!=" | "<" | "<=" | ">=" | ">" | "+" | "-" | "*" | "/" | "%";
export type TckExpr =
  | (Span & { readonly kind: "int"; readonly value: number })
  | TckVariable
  | (Span & { readonly kind: "unary"; readonly op: "!" | "-"; readonly operand: TckExpr })
  | (Span & { readonly kind: "binary"; readonly op: TckOp; readonly left: TckExpr; readonly right: TckExpr })
  | (Span & { readonly kind: "if"; readonly condition: TckExpr; readonly yes: TckExpr; readonly no: TckExpr })
  /** Where an expression should be and could not be read; its diagnostic has been given. */
  | (Span & { readonly kind: "broken" });
export interface TckVariable extends Span {
  readonly kind: "variable";
  readonly name: string;
  readonly index?: TckExpr;
}

export type TckStatement =
  | (Span & { readonly kind: "nop" })
  | (Span & { readonly kind: "assign"; readonly target: TckVariable; readonly value: TckExpr })
  | (Span & { readonly kind: "local"; readonly name: TckName; readonly size?: TckExpr; readonly initial?: TckExpr })
  | (Span & {
      readonly kind: "if";
      readonly condition: TckExpr;
      readonly yes: readonly TckStatement[];
      readonly no: readonly TckStatement[];
    })
  | (Span & { readonly kind: "while"; readonly condition: TckExpr; readonly body: readonly TckStatement[] });
