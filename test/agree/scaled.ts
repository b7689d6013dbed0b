/** Clock constants of a spec or query times a factor, so that zones need wider entries. */
export function scaled<T>(value: T, factor: number): T {
  if (factor === 1) return value;
  return JSON.parse(JSON.stringify(value), (key, inner) => {
    const isClock = typeof inner === "object" && inner !== null && inner.k === "clock" && inner.bound?.k === "int";
    return key !== "" && isClock ? { ...inner, bound: { k: "int", value: inner.bound.value * factor } } : inner;
  }) as T;
}
