/**
 * Text fields tell the document what was typed a moment later, so that fast typing is one change. Whoever needs the text as it
 * is now (saving, undoing, verifying) has them tell at once.
 */
const pending = new Set<() => void>();

export function addPending(flush: () => void): () => void {
  pending.add(flush);
  return () => void pending.delete(flush);
}

export function flushFields(): void {
  for (const flush of [...pending]) flush();
}
