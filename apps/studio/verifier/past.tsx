import { duration } from "./answer.tsx";
import { past } from "./history.ts";

/** What a query was answered before, the latest first. */
export function Past({ formula }: { readonly formula: string }) {
  const list = past.value[formula] ?? [];
  if (list.length < 2) return null;
  return (
    <details class="past">
      <summary>{list.length} answers until now</summary>
      <table>
        <tbody>
          {list.map(({ at, outcome, words, seconds, size }) => (
            <tr key={at}>
              <td>
                <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString()}</time>
              </td>
              <td>{outcome.replace("_", " ")}</td>
              <td>{words}</td>
              <td>{duration(seconds)}</td>
              <td>{size}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
