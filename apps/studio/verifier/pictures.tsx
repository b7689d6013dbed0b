import { useState } from "preact/hooks";
import { overlayPlots, type Plot, plotsToCsv, plotToSvg } from "../../../src/index.ts";
import { fileName, tree } from "../core/document.ts";
import { download } from "../core/download.ts";
import { formulaOf, isStale, results } from "./engine.ts";
import { Figure } from "./figure.tsx";

/** The diagrams of one answer, one at a time, alone or with those of the same kind that other queries have laid over it. */
export function Pictures({ plots, formula }: { readonly plots: readonly Plot[]; readonly formula: string }) {
  const [chosen, choose] = useState(0);
  const [with_, lay] = useState<readonly string[]>([]);
  const own = plots[chosen] ?? plots[0]!;
  const others = alike(own, formula);
  const laid = others.filter((other) => with_.includes(other.formula));
  const plot = laid.length === 0 ? own : overlayPlots([{ name: nameOf(formula), plot: own }, ...laid]);
  const base = fileName.value.replace(/\.\w+$/, "");
  return (
    <figure class="plot">
      <div class="plotbar">
        {plots.length > 1 && (
          <select
            aria-label="Diagram"
            value={String(plots.indexOf(own))}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {plots.map(({ title }, i) => (
              <option key={title} value={String(i)}>
                {title}
              </option>
            ))}
          </select>
        )}
        <button
          type="button"
          class="quiet"
          onClick={() => download(`${base}-plot.svg`, plotToSvg(plot), "image/svg+xml")}
        >
          Save SVG
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => download(`${base}-plot.csv`, plotsToCsv([plot]), "text/csv")}
        >
          Save CSV
        </button>
        {others.map((other) => (
          <label key={other.formula} class="check" title={other.formula}>
            <input
              type="checkbox"
              checked={with_.includes(other.formula)}
              onChange={(e) =>
                lay(
                  e.currentTarget.checked
                    ? [...with_, other.formula]
                    : with_.filter((formula) => formula !== other.formula),
                )
              }
            />{" "}
            with {other.name}
          </label>
        ))}
      </div>
      <Figure key={`${own.title} ${laid.map((other) => other.name).join(" ")}`} plot={plot} />
    </figure>
  );
}

/** Diagrams of other answers that say the same of something else: of the same title, or the course of runs. */
function alike(own: Plot, formula: string): readonly { formula: string; name: string; plot: Plot }[] {
  return tree.value.queries.flatMap((_, i) => {
    const other = formulaOf(i);
    const result = results.value.get(other);
    if (other === formula || result?.found === undefined || isStale(result)) return [];
    const plot = result.found.plots.find((p) => p.title === own.title || (isCourse(p) && isCourse(own)));
    return plot === undefined ? [] : [{ formula: other, name: `Q${i + 1}`, plot }];
  });
}

function isCourse({ series }: Plot): boolean {
  return series.every(({ run }) => run !== undefined);
}

function nameOf(formula: string): string {
  return `Q${tree.value.queries.findIndex((_, i) => formulaOf(i) === formula) + 1}`;
}
