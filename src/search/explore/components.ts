/** Strongly connected components (Tarjan 1972, without recursion): nodes on a common cycle get the same number. */
export function components(size: number, next: (n: number) => readonly number[]): Int32Array {
  const component = new Int32Array(size).fill(-1);
  const index = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const stack: number[] = [];
  const calls: { n: number; at: number; next: readonly number[] }[] = [];
  let time = 0;
  let count = 0;
  const enter = (n: number) => {
    index[n] = low[n] = time++;
    stack.push(n);
    calls.push({ n, at: 0, next: next(n) });
  };
  for (let root = 0; root < size; root++) {
    if (index[root]! >= 0) continue;
    enter(root);
    while (calls.length > 0) {
      const call = calls[calls.length - 1]!;
      const { n } = call;
      if (call.at < call.next.length) {
        const t = call.next[call.at++]!;
        if (index[t]! < 0) enter(t);
        else if (component[t]! < 0) low[n] = Math.min(low[n]!, index[t]!);
        continue;
      }
      calls.pop();
      if (calls.length > 0) {
        const up = calls[calls.length - 1]!.n;
        low[up] = Math.min(low[up]!, low[n]!);
      }
      if (low[n] !== index[n]) continue;
      for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
        component[t] = count;
        if (t === n) break;
      }
      count++;
    }
  }
  return component;
}
