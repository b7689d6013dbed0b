import type { Diagnostic, Span } from "../base/index.ts";
import type {
  BaseType,
  Branchpoint,
  Edge,
  Expr,
  FunctionDeclaration,
  Initialiser,
  Instantiation,
  Location,
  Name,
  Query,
  Template,
  Tree,
  TypeExpr,
} from "../syntax/index.ts";
import type { Type } from "./type.ts";

/**
 * A checked model: the tree, and tables of what each name means and what type each expression has. It says nothing of
 * processes' memory; instantiation (network/) does. A model with errors is still a model, only not one to instantiate.
 */
export interface Model {
  readonly tree: Tree;
  /** In order of declaration; global variables of the system section included. */
  readonly variables: readonly Variable[];
  readonly functions: readonly Func[];
  readonly templates: readonly CheckedTemplate[];
  readonly instances: readonly Instance[];
  /** What the system line names, in its order; `priority` counts groups from 0 (lowest). */
  readonly system: readonly { readonly instance: Instance; readonly priority: number }[];
  /** What each name node means, where it is used and where it is defined. */
  readonly symbols: Symbols;
  /** The type of each checked expression. */
  readonly types: ReadonlyMap<Expr, Type>;
  /** The type each type expression denotes (before the declarator's dimensions). */
  readonly typeExprs: ReadonlyMap<TypeExpr, Type>;
  /** Variables that some code may write, by name or by reference. Others keep their first value. */
  readonly changed: ReadonlySet<Variable>;
  readonly features: Features;
  readonly diagnostics: readonly Diagnostic[];
}

/** The name of a type where it stands for one. */
export type NamedType = Extract<BaseType, { readonly kind: "named" }>;
/** What names mean, by their nodes; the name of a type is a node of its own kind where it stands for one. */
export type Symbols = ReadonlyMap<Name | NamedType, Symbol>;

export type Symbol = Variable | TypeName | Func | CheckedTemplate | Instance | LocationSymbol;

export interface Variable {
  readonly kind: "variable";
  readonly name: string;
  readonly type: Type;
  readonly role: "global" | "template" | "parameter" | "local" | "argument" | "binder" | "builtin";
  readonly constant: boolean;
  readonly meta: boolean;
  readonly reference: boolean;
  readonly initialiser?: Initialiser;
  /** For builtin constants (INT32_MAX, M_PI). */
  readonly value?: number;
  readonly span: Span;
}
/** `constant` and `meta`: the prefix is part of the definition (`typedef const int T`). */
export interface TypeName {
  readonly kind: "typename";
  readonly name: string;
  readonly type: Type;
  readonly constant?: boolean;
  readonly meta?: boolean;
  readonly span: Span;
}
export interface Func {
  readonly kind: "function";
  readonly name: string;
  readonly result: Type;
  readonly parameters: readonly Variable[];
  /** Absent for imported and built-in functions. */
  readonly node?: FunctionDeclaration;
  readonly builtin?: boolean;
  /** Non-local variables it may read and write, through calls too (W13, W14). Reference parameters appear as themselves. */
  readonly reads: ReadonlySet<Variable>;
  readonly writes: ReadonlySet<Variable>;
  readonly span: Span;
}
export interface CheckedTemplate {
  readonly kind: "template";
  readonly name: string;
  readonly node: Template;
  readonly dynamic: boolean;
  readonly parameters: readonly Variable[];
  readonly variables: readonly Variable[];
  readonly functions: readonly Func[];
  readonly locations: readonly LocationSymbol[];
  readonly branchpoints: readonly Branchpoint[];
  readonly initial: number;
  readonly edges: readonly CheckedEdge[];
  readonly span: Span;
}
/** `source` and `target` index locations, or branch points when `fromBranch` / `toBranch` is set. */
export interface CheckedEdge {
  readonly node: Edge;
  readonly source: number;
  readonly target: number;
  readonly fromBranch: boolean;
  readonly toBranch: boolean;
  readonly selects: readonly Variable[];
}
export interface LocationSymbol {
  readonly kind: "location";
  /** `_id3` when the location has no name. */
  readonly name: string;
  readonly index: number;
  readonly node: Location;
  readonly span: Span;
}
/**
 * `P = T(1, x)`, `Q(const id_t i) = T(i, 3)`; a template named on the system line is an instance of itself with its own
 * parameters free and no arguments.
 */
export interface Instance {
  readonly kind: "instance";
  readonly name: string;
  /** Free parameters: each combination of their values is a process when the instance is on the system line. */
  readonly parameters: readonly Variable[];
  readonly of: CheckedTemplate | Instance;
  readonly args: readonly Expr[];
  readonly node?: Instantiation;
  readonly span: Span;
}

export interface Features {
  readonly symbolic: boolean;
  readonly stochastic: boolean;
  readonly concrete: boolean;
}

/** A query checked against a model; its tables complete the model's. */
export interface CheckedQuery {
  readonly query: Query;
  readonly symbols: Symbols;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly typeExprs: ReadonlyMap<TypeExpr, Type>;
  readonly diagnostics: readonly Diagnostic[];
}

/** An expression checked as if it stood in a query. */
export interface CheckedExpression {
  readonly expr: Expr;
  readonly type: Type;
  readonly symbols: Symbols;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly typeExprs: ReadonlyMap<TypeExpr, Type>;
  readonly diagnostics: readonly Diagnostic[];
}
