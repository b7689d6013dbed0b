import { readFileSync } from "node:fs";

/** As much of JSON Schema as `docs/schema/` uses: what a document does wrong, as a list of places. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

export function schemaFaults(name: string, document: unknown): string[] {
  const root = JSON.parse(readFileSync(new URL(`../../docs/schema/${name}.json`, import.meta.url), "utf8")) as Schema;
  return faults(root, document, "$", root);
}

function faults(schema: Schema, value: unknown, at: string, root: Schema): string[] {
  if (schema.$ref !== undefined) {
    const target = root.$defs?.[schema.$ref.replace("#/$defs/", "")];
    return target === undefined ? [`${at}: no ${schema.$ref}`] : faults(target, value, at, root);
  }
  if (schema.anyOf !== undefined) {
    const all = schema.anyOf.map((one) => faults(one, value, at, root));
    return all.some((found) => found.length === 0) ? [] : all[0]!;
  }
  if ("const" in schema && value !== schema.const) return [`${at}: not ${JSON.stringify(schema.const)}`];
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return [`${at}: ${JSON.stringify(value)} is none of ${schema.enum.join(", ")}`];
  if (schema.type !== undefined && !isOf(schema.type, value))
    return [`${at}: not ${schema.type}: ${JSON.stringify(value)}`];
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(String(value)))
    return [`${at}: ${value} does not match`];
  if (Array.isArray(value))
    return value.flatMap((item, i) =>
      schema.items === undefined ? [] : faults(schema.items, item, `${at}[${i}]`, root),
    );
  if (typeof value !== "object" || value === null) return [];
  return objectFaults(schema, value as Record<string, unknown>, at, root);
}

function objectFaults(schema: Schema, value: Record<string, unknown>, at: string, root: Schema): string[] {
  const missing = (schema.required ?? []).filter((key) => !(key in value)).map((key) => `${at}: no ${key}`);
  const inside = Object.entries(value).flatMap(([key, item]) => {
    const known = schema.properties?.[key];
    if (known !== undefined) return faults(known, item, `${at}.${key}`, root);
    if (schema.additionalProperties === false) return [`${at}: ${key} is not in the schema`];
    return typeof schema.additionalProperties === "object"
      ? faults(schema.additionalProperties, item, `${at}.${key}`, root)
      : [];
  });
  return [...missing, ...inside];
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
