/**
 * Keywords depend on the context: text of the present language, text of the 3.x language, or a query. This table is the
 * whole story; the names of the built-in functions are keywords too (except in old text), with a fixed arity.
 */
/** The version of UPPAAL whose language a file is in. */
export type Dialect = 3 | 4 | 5;

export type Context = "new" | "old" | "query";

/** How a text is to be read where it is not in the present language. */
export interface Wording {
  /** `old`: the language of UPPAAL 3. */
  readonly syntax?: "new" | "old";
  /** Words that are names in this text although the present language reserves them. */
  readonly names?: ReadonlySet<string>;
}

/** The part of a tree that says which words are names. */
export function namesPart({ names }: Wording): { readonly names?: readonly string[] } {
  return names === undefined || names.size === 0 ? {} : { names: [...names].sort() };
}

const flags = { old: 1, new: 2, query: 4 } as const;
const keywords = new Map<string, number>();

function add(mask: number, words: string): void {
  for (const word of words.split(" ")) keywords.set(word, mask);
}
add(
  flags.old | flags.new,
  "const guard sync assign probability process state branchpoint init trans urgent commit broadcast priority bool double chan clock void",
);
add(
  flags.new,
  "select xor for while do if else default return typedef struct import meta before_update after_update progress gantt assert IO string hybrid dynamic spawn exit query",
);
add(flags.old | flags.new | flags.query, "system true false and or not imply int scalar location");
add(flags.new | flags.query, "forall exists sum");
// `sup`, `inf`, `bounds` and `simulation` begin queries but stay usable as names, so the query parser looks for the names.
add(
  flags.query,
  "deadlock simulate sat Pr X numOf foreach control control_t minE maxE minPr maxPr loadStrategy saveStrategy under imitate strategy",
);

const softQueryWords = new Set(["sup", "inf", "bounds", "simulation"]);

/** Built-in functions and how many arguments each takes. */
export const builtins: ReadonlyMap<string, number> = new Map<string, number>([
  ..."abs fabs exp exp2 expm1 ln log log10 log2 log1p sqrt cbrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc tgamma lgamma ceil floor trunc round fint ilogb logb fpclassify isfinite isinf isnan isnormal signbit isunordered random random_poisson"
    .split(" ")
    .map((name): [string, number] => [name, 1]),
  ..."fmod fmax fmin fdim pow hypot atan2 ldexp nextafter copysign random_arcsine random_beta random_gamma random_normal random_weibull"
    .split(" ")
    .map((name): [string, number] => [name, 2]),
  ["fma", 3],
  ["random_tri", 3],
]);
for (const name of builtins.keys()) keywords.set(name, flags.new | flags.query);

export function isKeyword(word: string, context: Context): boolean {
  return ((keywords.get(word) ?? 0) & flags[context]) !== 0;
}

/** Names the tool refuses for templates and locations in XML: keywords of the old or of the query language. */
export function isReservedName(word: string): boolean {
  return isKeyword(word, "old") || isKeyword(word, "query") || softQueryWords.has(word);
}

/** What UPPAAL 5 declares itself; UPPAAL 4.0 did not. */
export const predeclaredWords: ReadonlySet<string> = new Set(
  "INT8_MIN INT8_MAX UINT8_MAX INT16_MIN INT16_MAX UINT16_MAX INT32_MIN INT32_MAX int8_t uint8_t int16_t uint16_t int32_t FLT_MIN FLT_MAX DBL_MIN DBL_MAX M_PI M_PI_2 M_PI_4 M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2".split(
    " ",
  ),
);

// `location` came later, too, but `P.location` would have two meanings.
const laterWords = new Set(
  "sum double string hybrid dynamic spawn exit query gantt import assert IO xor branchpoint probability simulate sat Pr X numOf foreach control control_t minE maxE minPr maxPr loadStrategy saveStrategy under imitate strategy".split(
    " ",
  ),
);

/** Whether UPPAAL 5 reserves a word that was an ordinary name in UPPAAL 4.0. */
export function isLaterWord(word: string): boolean {
  return laterWords.has(word) || builtins.has(word) || softQueryWords.has(word);
}

export function isIdentifier(word: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_$#]*$/.test(word);
}
