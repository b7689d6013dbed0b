/**
 * Whether two trees, or parts of trees, are the same but for where they stand in their files: `start`, `end` and fields
 * that are undefined do not count. Works with its own stack, so depth does not matter.
 */
export function equalTrees(left: unknown, right: unknown): boolean {
  const pending: unknown[] = [left, right];
  while (pending.length > 0) {
    const b = pending.pop();
    const a = pending.pop();
    if (Object.is(a, b)) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) || Array.isArray(b)) {
      if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
      for (let i = 0; i < a.length; i++) pending.push(a[i], b[i]);
      continue;
    }
    const fields = a as Readonly<Record<string, unknown>>;
    const others = b as Readonly<Record<string, unknown>>;
    for (const key in fields) if (key !== "start" && key !== "end") pending.push(fields[key], others[key]);
    for (const key in others) {
      if (key !== "start" && key !== "end" && others[key] !== undefined && fields[key] === undefined) return false;
    }
  }
  return true;
}
