import type { ClockCompare, Condition, Data, Spec, SpecEdge, SpecFormula, SpecQuery, Update } from "./spec.ts";

/** The text of a spec in UPPAAL's XTA format, and of its queries. */
export function xtaOf(spec: Spec): string {
  const text = new Text(spec);
  const lines: string[] = [];
  for (const c of spec.clocks) lines.push(`clock ${c.name}${c.initial === 0 ? "" : ` = ${c.initial}`};`);
  for (const v of spec.ints) {
    const initial = v.size === 1 ? `${v.initial}` : `{ ${Array(v.size).fill(v.initial).join(", ")} }`;
    lines.push(`int[${v.low},${v.high}] ${v.name}${v.size === 1 ? "" : `[${v.size}]`} = ${initial};`);
  }
  for (const c of spec.channels)
    lines.push(
      `${c.urgent ? "urgent " : ""}${c.broadcast ? "broadcast " : ""}chan ${c.name}${c.size === 1 ? "" : `[${c.size}]`};`,
    );
  if (spec.priorities) {
    const groups = [0, 1, 2]
      .map((p) => [
        ...spec.channels.filter((c) => c.priority === p).map((c) => c.name),
        ...(p === 1 ? ["default"] : []),
      ])
      .filter((g) => g.length > 0);
    lines.push(`chan priority ${groups.map((g) => g.join(", ")).join(" < ")};`);
  }
  lines.push("int[0,2] f(int v) { int i = 0; if (v > 2) return 1; while (i * i < v) i = i + 1; return i; }");
  if (spec.before.length > 0) lines.push(`before_update { ${spec.before.map((u) => text.update(u)).join(", ")} }`);
  if (spec.after.length > 0) lines.push(`after_update { ${spec.after.map((u) => text.update(u)).join(", ")} }`);
  for (const p of spec.processes) {
    lines.push(`process ${p.name}() {`);
    lines.push(`state ${p.locations.map((l) => l.name + text.invariant(l)).join(", ")};`);
    const committed = p.locations.filter((l) => l.committed).map((l) => l.name);
    const urgent = p.locations.filter((l) => l.urgent && !l.committed).map((l) => l.name);
    if (committed.length > 0) lines.push(`commit ${committed.join(", ")};`);
    if (urgent.length > 0) lines.push(`urgent ${urgent.join(", ")};`);
    lines.push(`init ${p.locations[p.initial]!.name};`);
    if (p.edges.length > 0) lines.push(`trans\n${p.edges.map((e) => text.edge(e, p.locations)).join(",\n")};`);
    lines.push("}");
  }
  const groups = [...new Set(spec.processes.map((p) => p.priority))].sort((a, b) => a - b);
  lines.push(
    `system ${groups
      .map((g) =>
        spec.processes
          .filter((p) => p.priority === g)
          .map((p) => p.name)
          .join(", "),
      )
      .join(" < ")};`,
  );
  return `${lines.join("\n")}\n`;
}

export function queryTextOf(spec: Spec, query: SpecQuery): string {
  const text = new Text(spec);
  if (query.kind === "-->") return `${text.formula(query.left)} --> ${text.formula(query.right)}`;
  if ("terms" in query) {
    const predicate = query.predicate === undefined ? "" : `{${text.formula(query.predicate)}}`;
    return `${query.kind}${predicate}: ${query.terms.map((t) => (t.k === "data" ? text.data(t.e) : text.clock(t.clock))).join(", ")}`;
  }
  return `${query.kind} ${text.formula(query.formula)}`;
}

class Text {
  private readonly spec: Spec;
  constructor(spec: Spec) {
    this.spec = spec;
  }

  edge(e: SpecEdge, locations: readonly { readonly name: string }[]): string {
    const parts: string[] = [];
    if (e.select !== undefined) parts.push(`select s : int[0,${e.select}];`);
    if (e.guard.length > 0) parts.push(`guard ${this.conditions(e.guard)};`);
    if (e.sync !== undefined) {
      const channel = this.spec.channels[e.sync.channel]!;
      parts.push(`sync ${channel.name}${channel.size === 1 ? "" : `[${this.data(e.sync.index)}]`}${e.sync.direction};`);
    }
    if (e.update.length > 0) parts.push(`assign ${e.update.map((u) => this.update(u)).join(", ")};`);
    return `${locations[e.source]!.name} -> ${locations[e.target]!.name} { ${parts.join(" ")} }`;
  }

  invariant(l: Spec["processes"][number]["locations"][number]): string {
    const rates = (l.stopped ?? []).map(({ clock, unless }) =>
      unless === undefined ? `${this.clock(clock)}' == 0` : `(${this.data(unless)} || ${this.clock(clock)}' == 0)`,
    );
    const all = [...(l.invariant.length === 0 ? [] : [this.conditions(l.invariant)]), ...rates];
    return all.length === 0 ? "" : ` { ${all.join(" && ")} }`;
  }
  conditions(list: readonly Condition[]): string {
    return list.map((c) => (c.k === "data" ? this.data(c.e) : this.compare(c))).join(" && ");
  }

  compare(c: ClockCompare): string {
    const left =
      c.left === 0
        ? `-${this.clock(c.right)}`
        : c.right === 0
          ? this.clock(c.left)
          : `${this.clock(c.left)} - ${this.clock(c.right)}`;
    const constraint = `${left} ${c.op} ${this.data(c.bound)}`;
    return c.unless === undefined ? constraint : `(${this.data(c.unless)} || ${constraint})`;
  }

  update(u: Update): string {
    switch (u.k) {
      case "set":
        return `${this.variable(u.i, u.index)} = ${this.data(u.value)}`;
      case "reset":
        return `${this.clock(u.clock)} = ${this.data(u.value)}`;
      case "copy":
        return `${this.clock(u.clock)} = ${this.clock(u.from)}${u.plus === 0 ? "" : ` + ${u.plus}`}`;
    }
  }

  data(d: Data): string {
    switch (d.k) {
      case "int":
        return d.value < 0 ? `(${d.value})` : `${d.value}`;
      case "variable":
        return this.variable(d.i, d.index);
      case "select":
        return "s";
      case "call":
        return `f(${this.data(d.a)})`;
      case "op":
        return `(${this.data(d.a)} ${d.op} ${this.data(d.b)})`;
    }
  }

  formula(f: SpecFormula): string {
    switch (f.k) {
      case "location":
        return `${this.spec.processes[f.process]!.name}.${this.spec.processes[f.process]!.locations[f.location]!.name}`;
      case "data":
        return this.data(f.e);
      case "clock":
        return this.compare(f);
      case "deadlock":
        return "deadlock";
      case "not":
        return `!(${this.formula(f.a)})`;
      case "and":
        return `(${this.formula(f.a)} && ${this.formula(f.b)})`;
      case "or":
        return `(${this.formula(f.a)} || ${this.formula(f.b)})`;
    }
  }

  clock(clock: number): string {
    return this.spec.clocks[clock - 1]!.name;
  }

  private variable(i: number, index: Data): string {
    const v = this.spec.ints[i]!;
    return v.size === 1 ? v.name : `${v.name}[${this.data(index)}]`;
  }
}
