/**
 * Layout of parenthesised text: an item is one line where it fits, otherwise its head and its parts one below the other.
 * Statements inside blocks always stand on lines of their own. Works with an explicit stack, so that expressions of any
 * depth can be printed; beyond a certain depth the indentation stops growing to keep the text linear in the code.
 */
export interface Item {
  readonly head: string;
  readonly parts: readonly Item[];
  /** A form with statements, closed on a line of its own. */
  readonly block: boolean;
  /** The first part is a condition and stays on the line of the head if it fits. */
  readonly tested: boolean;
  /** Length on one line, or infinite if it must not be put there. */
  readonly width: number;
}

const lineWidth = 110;
const deepest = 40;

export function item(head: string, parts: readonly Item[] = [], block = false, tested = false): Item {
  let width = head.length + 2;
  for (const part of parts) width += 1 + part.width;
  return { head, parts, block, tested, width };
}

/** Lines of comment, each with its own marker. */
export function comment(text: string): Item {
  const head = text
    .split(/\r\n|\r|\n/)
    .map((line) => `;; ${line}`)
    .join("\n");
  return { head, parts: [], block: false, tested: false, width: Number.POSITIVE_INFINITY };
}

/** Parts that stand below each other even if they would fit on one line. */
export function statements(head: string, parts: readonly Item[], tested = false): Item {
  return { head, parts, block: true, tested, width: Number.POSITIVE_INFINITY };
}

function flat({ head, parts }: Item): string {
  return parts.length === 0 ? `(${head})` : `(${head} ${parts.map(flat).join(" ")})`;
}

interface Task {
  readonly item: Item | null;
  readonly level: number;
  /** Parentheses that close outer items, written behind this one. */
  readonly closing: string;
}

/** Appends the lines of an item. */
export function layout(root: Item, level: number, lines: string[]): void {
  const tasks: Task[] = [{ item: root, level, closing: "" }];
  while (tasks.length > 0) {
    const { item: current, level: depth, closing } = tasks.pop()!;
    const indent = "  ".repeat(Math.min(depth, deepest));
    if (current === null) {
      lines.push(`${indent}${closing}`);
    } else if (current.head.startsWith(";;")) {
      for (const line of current.head.split("\n")) lines.push(`${indent}${line}`);
    } else if (indent.length + current.width + closing.length <= lineWidth) {
      lines.push(`${indent}${flat(current)}${closing}`);
    } else {
      broken(current, depth, indent, closing, lines, tasks);
    }
  }
}

function broken(current: Item, level: number, indent: string, closing: string, lines: string[], tasks: Task[]): void {
  const { head, parts, block, tested } = current;
  const first = parts[0]!;
  const room = lineWidth - indent.length - head.length - 2;
  const beside = tested && first.width <= room;
  lines.push(`${indent}(${head}${beside ? ` ${flat(first)}` : ""}${parts.length === 0 && !block ? `)${closing}` : ""}`);
  if (block) tasks.push({ item: null, level, closing: `)${closing}` });
  const last = parts.length - 1;
  for (let i = last; i >= (beside ? 1 : 0); i--) {
    tasks.push({ item: parts[i]!, level: level + 1, closing: block || i < last ? "" : `)${closing}` });
  }
}
