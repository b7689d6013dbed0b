import type { Span } from "../base/index.ts";

/**
 * The tree of a model as written: every construct of the language, nothing resolved, nothing folded. Trees are immutable
 * and plain data. Each node is a span of the file it was read from (nodes built by a program use `nowhere`); later
 * stages keep what they learn in maps keyed by the node.
 *
 * XML, XTA and old syntax yield the same tree; what only one of them has (coordinates, ids) is optional here.
 */
export interface Node extends Span {}

// ---------------------------------------------------------------- expressions

export type UnaryOp = "-" | "+" | "!";
export type BinaryOp =
  | "**"
  | "*"
  | "/"
  | "%"
  | "+"
  | "-"
  | "<<"
  | ">>"
  | "<?"
  | ">?"
  | "<"
  | "<="
  | ">="
  | ">"
  | "=="
  | "!="
  | "&"
  | "^"
  | "|"
  | "&&"
  | "||"
  | "xor"
  | "imply";
export type AssignOp = "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=";

export type Expr =
  | IntLiteral
  | RealLiteral
  | BoolLiteral
  | StringLiteral
  | Name
  | Unary
  | Binary
  | Assign
  | Step
  | Conditional
  | Index
  | Call
  | Member
  | Rate
  | Quantified
  | Comma
  | Deadlock
  | Spawn
  | Exit
  | NumOf
  | Path
  | Broken;

export interface IntLiteral extends Node {
  readonly kind: "int";
  readonly value: number;
}
export interface RealLiteral extends Node {
  readonly kind: "real";
  readonly value: number;
  readonly text: string;
}
export interface BoolLiteral extends Node {
  readonly kind: "bool";
  readonly value: boolean;
}
export interface StringLiteral extends Node {
  readonly kind: "string";
  readonly value: string;
}
export interface Name extends Node {
  readonly kind: "name";
  readonly name: string;
}
export interface Unary extends Node {
  readonly kind: "unary";
  readonly op: UnaryOp;
  readonly operand: Expr;
  readonly word?: true;
}
/** `and`, `or`, `not` are read as `&&`, `||`, `!`; `word` remembers the spelling so that printing keeps it. */
export interface Binary extends Node {
  readonly kind: "binary";
  readonly op: BinaryOp;
  readonly left: Expr;
  readonly right: Expr;
  readonly word?: true;
}
/** `:=` is the same operator as `=`. */
export interface Assign extends Node {
  readonly kind: "assign";
  readonly op: AssignOp;
  readonly target: Expr;
  readonly value: Expr;
}
export interface Step extends Node {
  readonly kind: "step";
  readonly op: "++" | "--";
  readonly prefix: boolean;
  readonly operand: Expr;
}
export interface Conditional extends Node {
  readonly kind: "conditional";
  readonly condition: Expr;
  readonly yes: Expr;
  readonly no: Expr;
}
export interface Index extends Node {
  readonly kind: "index";
  readonly array: Expr;
  readonly index: Expr;
}
/** A function call, or a member of a process set in a query: `f(1)`, `Train(2)`. */
export interface Call extends Node {
  readonly kind: "call";
  readonly callee: Expr;
  readonly args: readonly Expr[];
}
/** `s.field`, `P.x`, `P.location`. */
export interface Member extends Node {
  readonly kind: "member";
  readonly object: Expr;
  readonly member: Name;
}
export interface Rate extends Node {
  readonly kind: "rate";
  readonly clock: Expr;
}
export interface Quantified extends Node {
  readonly kind: "quantified";
  readonly quantifier: "forall" | "exists" | "sum" | "foreach";
  readonly binder: Binder;
  readonly body: Expr;
}
/** Only where the language allows a comma list as one expression (conditions of `if`, parts of `for`). */
export interface Comma extends Node {
  readonly kind: "comma";
  readonly items: readonly Expr[];
}
export interface Deadlock extends Node {
  readonly kind: "deadlock";
}
export interface Spawn extends Node {
  readonly kind: "spawn";
  readonly template: Name;
  readonly args: readonly Expr[];
}
export interface Exit extends Node {
  readonly kind: "exit";
}
export interface NumOf extends Node {
  readonly kind: "numOf";
  readonly template: Name;
}
/** A path formula or MITL operator inside an expression (games, MITL): `A<> p`, `p U[1,2] q`, `<>[a,b] p`, `X p`. */
export interface Path extends Node {
  readonly kind: "path";
  readonly op: "A[]" | "A<>" | "E[]" | "E<>" | "U" | "W" | "R" | "X" | "<>" | "[]";
  readonly left?: Expr;
  readonly right: Expr;
  readonly interval?: readonly [Expr, Expr];
}
/** Where an expression should be and could not be read; its diagnostic has been given. */
export interface Broken extends Node {
  readonly kind: "broken";
}

/** `i : int[0,3]`, in select, quantifiers and range loops. */
export interface Binder extends Node {
  readonly name: Name;
  readonly type: TypeExpr;
}

// ---------------------------------------------------------------- types and declarations

export type Prefix = "const" | "meta" | "urgent" | "broadcast" | "urgent broadcast" | "hybrid";

/** A type as written. `prefix` keeps a misused prefix so that checking can name it. */
export interface TypeExpr extends Node {
  readonly kind: "type";
  readonly prefix?: Prefix;
  readonly base: BaseType;
}
export type BaseType =
  | (Node & { readonly kind: "int"; readonly range?: readonly [Expr, Expr] })
  | (Node & { readonly kind: "bool" | "double" | "string" | "clock" | "chan" | "void" })
  | (Node & { readonly kind: "scalar"; readonly size: Expr })
  | (Node & { readonly kind: "struct"; readonly fields: readonly Field[] })
  | (Node & { readonly kind: "named"; readonly name: string });

export interface Field extends Node {
  readonly type: TypeExpr;
  readonly declarators: readonly Declarator[];
}
/** `[N]` or `[int[0,3]]` or `[id_t]`: a lone name is kept as an expression; checking decides whether it is a type. */
export type Dimension = Expr | TypeExpr;
export interface Declarator extends Node {
  readonly name: Name;
  readonly dimensions: readonly Dimension[];
  readonly initialiser?: Initialiser;
}
export type Initialiser = Expr | InitialiserList;
export interface InitialiserList extends Node {
  readonly kind: "list";
  readonly items: readonly { readonly field?: Name; readonly value: Initialiser }[];
}

export type Declaration =
  | VariableDeclaration
  | TypeDeclaration
  | FunctionDeclaration
  | ChannelPriority
  | UpdateHook
  | DynamicDeclaration
  | ImportDeclaration
  | Instantiation
  | TemplateDeclaration;

export interface VariableDeclaration extends Node {
  readonly kind: "variables";
  readonly type: TypeExpr;
  readonly declarators: readonly Declarator[];
}
export interface TypeDeclaration extends Node {
  readonly kind: "typedef";
  readonly type: TypeExpr;
  readonly declarators: readonly Declarator[];
}
export interface FunctionDeclaration extends Node {
  readonly kind: "function";
  readonly result: TypeExpr;
  readonly name: Name;
  readonly parameters: readonly Parameter[];
  readonly body: Block;
}
export interface Parameter extends Node {
  readonly type: TypeExpr;
  readonly reference: boolean;
  readonly name: Name;
  readonly dimensions: readonly Dimension[];
}
/** `chan priority a, b[0] < default < c;`: groups from low to high. */
export interface ChannelPriority extends Node {
  readonly kind: "priority";
  readonly groups: readonly (readonly (Expr | (Node & { readonly kind: "default" }))[])[];
}
export interface UpdateHook extends Node {
  readonly kind: "before_update" | "after_update";
  readonly updates: readonly Expr[];
}
export interface DynamicDeclaration extends Node {
  readonly kind: "dynamic";
  readonly name: Name;
  readonly parameters: readonly Parameter[];
}
export interface ImportDeclaration extends Node {
  readonly kind: "import";
  readonly library: string;
  readonly functions: readonly {
    readonly alias?: Name;
    readonly result: TypeExpr;
    readonly name: Name;
    readonly parameters: readonly Parameter[];
  }[];
}
/** `P = T(1);`, `Q(const id_t i) = T(i, 3);` */
export interface Instantiation extends Node {
  readonly kind: "instantiation";
  readonly name: Name;
  readonly parameters: readonly Parameter[];
  readonly template: Name;
  readonly args: readonly Expr[];
}
/** A template among declarations: how XTA orders things. In XML the templates stand between global and system declarations. */
export interface TemplateDeclaration extends Node {
  readonly kind: "template";
  readonly template: Template;
}

// ---------------------------------------------------------------- statements

export type Statement =
  | Block
  | (Node & { readonly kind: "empty" })
  | (Node & { readonly kind: "expression"; readonly expr: Expr })
  | (Node & { readonly kind: "if"; readonly condition: Expr; readonly yes: Statement; readonly no?: Statement })
  | (Node & { readonly kind: "while"; readonly condition: Expr; readonly body: Statement })
  | (Node & { readonly kind: "do"; readonly body: Statement; readonly condition: Expr })
  | (Node & {
      readonly kind: "for";
      readonly first: Expr;
      readonly condition: Expr;
      readonly step: Expr;
      readonly body: Statement;
    })
  | (Node & { readonly kind: "range"; readonly binder: Binder; readonly body: Statement })
  | (Node & { readonly kind: "return"; readonly value?: Expr })
  | (Node & { readonly kind: "assert"; readonly condition: Expr });
export interface Block extends Node {
  readonly kind: "block";
  readonly declarations: readonly (VariableDeclaration | TypeDeclaration)[];
  readonly statements: readonly Statement[];
}

// ---------------------------------------------------------------- templates

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * One label of a location or edge. `place` is where UPPAAL draws it. For XML, the node's span is that of the label's text;
 * for XTA, that of the clause.
 */
export interface Label<T> extends Node {
  readonly value: T;
  readonly place?: Point;
}

export interface Template extends Node {
  readonly name: Name;
  readonly parameters: readonly Parameter[];
  readonly declarations: readonly Declaration[];
  readonly locations: readonly Location[];
  readonly branchpoints: readonly Branchpoint[];
  /** The id or name of the initial location, as written; undefined when missing. */
  readonly initial?: Name;
  readonly edges: readonly Edge[];
  /** Declared with `dynamic` elsewhere; set by neither parser: checking decides. */
}
export interface Location extends Node {
  /** XML id (`id0`), or the name itself in XTA: what edges refer to. */
  readonly id: string;
  readonly name?: Name;
  readonly invariant?: Label<Expr>;
  readonly rate?: Label<readonly Expr[]>;
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly place?: Point;
  readonly namePlace?: Point;
  readonly color?: string;
  /** Labels of kinds the language does not know (comments, test code). */
  readonly notes: readonly Note[];
}
export interface Branchpoint extends Node {
  readonly id: string;
  readonly name?: Name;
  readonly place?: Point;
  readonly color?: string;
}
export interface Edge extends Node {
  /** Ids of locations or branch points, as written. */
  readonly source: Name;
  readonly target: Name;
  readonly controllable: boolean;
  readonly select?: Label<readonly Binder[]>;
  readonly guard?: Label<Expr>;
  readonly sync?: Label<Sync>;
  readonly update?: Label<readonly Expr[]>;
  readonly probability?: Label<Expr>;
  readonly nails: readonly Point[];
  readonly color?: string;
  readonly notes: readonly Note[];
}
/** `c!`, `c?`, or `c` alone (CSP style). */
export interface Sync extends Node {
  readonly channel: Expr;
  readonly direction: "!" | "?" | "";
}
export interface Note extends Node {
  readonly kind: string;
  readonly text: string;
  readonly place?: Point;
}

// ---------------------------------------------------------------- the model and its queries

export interface SystemLine extends Node {
  /** Groups from low to high process priority; one group when no `<` is written. */
  readonly groups: readonly (readonly Name[])[];
}
export interface ProgressMeasure extends Node {
  readonly guard?: Expr;
  readonly measure: Expr;
}
export interface GanttRow extends Node {
  readonly name: Name;
  readonly binders: readonly Binder[];
  readonly entries: readonly { readonly binders: readonly Binder[]; readonly predicate: Expr; readonly value: Expr }[];
}

/** A whole model. `declarations` come before the templates; `system` holds what XML keeps in <instantiation> and <system>. */
export interface Tree extends Node {
  readonly format: "xml" | "xta";
  readonly syntax: "new" | "old";
  /** Words that are names here although UPPAAL 5 reserves them: the file is one of UPPAAL 4. */
  readonly names?: readonly string[];
  readonly declarations: readonly Declaration[];
  readonly templates: readonly Template[];
  readonly charts: readonly Chart[];
  readonly systemDeclarations: readonly Declaration[];
  readonly system?: SystemLine;
  readonly progress: readonly ProgressMeasure[];
  readonly gantt: readonly GanttRow[];
  readonly queries: readonly QueryEntry[];
  readonly options: readonly Option[];
}
/** A live sequence chart: checked and kept, not verified. `text` is the whole element as written. */
export interface Chart extends Node {
  readonly name?: string;
  readonly text: string;
  readonly parameters: readonly Parameter[];
  readonly declarations: readonly Declaration[];
  /** Instance lines by id; each is called by a process, or by a template with arguments. */
  readonly lines: readonly (Node & { readonly id: string; readonly process: Expr })[];
  /** Where the prechart ends, if there is one. */
  readonly prechart?: number;
  readonly messages: readonly ChartMessage[];
  readonly conditions: readonly ChartCondition[];
  readonly updates: readonly ChartUpdate[];
}
export interface ChartMessage extends Node {
  readonly source: Name;
  readonly target: Name;
  readonly location: number;
  readonly label?: Label<Expr>;
}
export interface ChartCondition extends Node {
  readonly anchors: readonly Name[];
  readonly location: number;
  readonly hot: boolean;
  readonly label?: Label<Expr>;
}
export interface ChartUpdate extends Node {
  readonly anchors: readonly Name[];
  readonly location: number;
  readonly label?: Label<readonly Expr[]>;
}
export interface Option extends Node {
  readonly key: string;
  readonly value: string;
}

/** An entry of a query list: the formula's text is kept even when it cannot be parsed; blank entries are headings. */
export interface QueryEntry extends Node {
  readonly text: string;
  readonly query?: Query;
  readonly comment?: string;
  readonly expect?: Expectation;
  readonly results: readonly StoredResult[];
  readonly options: readonly Option[];
}
export interface Expectation extends Node {
  readonly outcome?: "success" | "failure" | "maybe_true" | "maybe_false" | "error";
  readonly type?: string;
  readonly value?: string;
  readonly resources: readonly { readonly type: string; readonly value: string; readonly unit?: string }[];
}
export interface StoredResult extends Node {
  readonly outcome: string;
  readonly type?: string;
  readonly value?: string;
  readonly timestamp?: string;
}

export type Query =
  | (Node & { readonly kind: "E<>" | "A[]" | "E[]" | "A<>"; readonly formula: Expr; readonly under?: Name })
  | (Node & { readonly kind: "-->"; readonly left: Expr; readonly right: Expr; readonly under?: Name })
  | (Node & {
      readonly kind: "sup" | "inf" | "bounds";
      readonly predicate?: Expr;
      readonly exprs: readonly Expr[];
      readonly under?: Name;
    })
  /** Kept as trees, refused by verification: `family` names what they are. */
  | (Node & {
      readonly kind: "other";
      readonly family: "control" | "strategy" | "SMC" | "learning" | "MITL" | "LSC" | "ecdar" | "until";
      readonly head: string;
      /** The query as written, with `$` for each of `exprs`, `@` for each of `parts` and `&` for `name`. */
      readonly shape: string;
      readonly exprs: readonly Expr[];
      readonly parts: readonly Query[];
      readonly name?: Name;
      readonly under?: Name;
      readonly imitate?: Name;
    });
