/** Curves over n as SVG, the vertical axis logarithmic; the other one, too, where n grows by a factor of 50 or more. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

const colours = ["#0b6bcb", "#c2410c", "#15803d", "#7c3aed", "#b91c1c", "#0f766e"];
const [width, height, left, bottom, top, right] = [640, 400, 70, 45, 40, 150];

export function curves(title: string, axis: string, series: readonly Series[]): string {
  const points = series.flatMap((s) => s.points).filter(([, y]) => y > 0);
  if (points.length === 0) return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
  const [x0, x1] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const y0 = Math.floor(Math.log10(Math.min(...points.map(([, y]) => y))));
  const y1 = Math.max(y0 + 1, Math.ceil(Math.log10(Math.max(...points.map(([, y]) => y)))));
  const isWide = x0 > 0 && x1 / x0 >= 50;
  const along = (x: number) => (isWide ? Math.log(x / x0) / Math.log(x1 / x0) : (x - x0) / Math.max(1, x1 - x0));
  const px = (x: number) => left + along(x) * (width - left - right);
  const py = (y: number) => height - bottom - ((Math.log10(y) - y0) / (y1 - y0)) * (height - bottom - top);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="white"/><text x="${left}" y="22" font-size="15">${title}</text>`,
    `<text x="${(left + width - right) / 2}" y="${height - 8}">${axis}</text>`,
  ];
  for (let e = y0; e <= y1; e++) {
    parts.push(
      `<line x1="${left}" x2="${width - right}" y1="${py(10 ** e)}" y2="${py(10 ** e)}" stroke="#ddd"/><text x="${left - 8}" y="${py(10 ** e) + 4}" text-anchor="end">${e < 0 || e > 6 ? `10^${e}` : (10 ** e).toLocaleString("en")}</text>`,
    );
  }
  for (const x of isWide ? new Set(points.map(([n]) => n)) : steps(x0, x1))
    parts.push(`<text x="${px(x)}" y="${height - bottom + 18}" text-anchor="middle">${x}</text>`);
  series.forEach(({ name, points: list }, k) => {
    const colour = colours[k % colours.length];
    const shown = list.filter(([, y]) => y > 0);
    parts.push(
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${shown.map(([x, y]) => `${px(x).toFixed(1)},${py(y).toFixed(1)}`).join(" ")}"/>`,
    );
    parts.push(
      ...shown.map(([x, y]) => `<circle cx="${px(x).toFixed(1)}" cy="${py(y).toFixed(1)}" r="3" fill="${colour}"/>`),
    );
    parts.push(`<text x="${width - right + 14}" y="${top + 18 * k + 10}" fill="${colour}">${name}</text>`);
  });
  return `${parts.join("\n")}\n</svg>\n`;
}

function* steps(from: number, to: number): Generator<number> {
  for (let x = from; x <= to; x += Math.max(1, Math.ceil((to - from) / 12))) yield x;
}
