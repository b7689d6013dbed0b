/**
 * The worker's program. It shares files with the page, which are loaded when the page runs; its own follows at once when the page
 * stands. The texts are taken from the browser's cache once, and workers are made from memory from then on, as many as needed and
 * as often as one is ended, without a request. The build writes the files' names into the page (`vite.config.ts`).
 */
let program: Promise<string> | undefined;

export function prepareWorker(): void {
  program ??= load();
  // Whoever starts a worker is told; until then nobody needs to know, and it is tried again.
  program.catch(() => (program = undefined));
}

async function load(): Promise<string> {
  const names = document.querySelector<HTMLMetaElement>('meta[name="zonal-worker"]')?.content.split(" ") ?? [];
  const [main, ...shared] = await Promise.all(names.map(textOf));
  if (main === undefined) throw new Error("the page does not name the engine's program");
  // What the program imports is imported from memory as well.
  return address(shared.reduce((text, part, i) => text.replaceAll(`./${fileOf(names[i + 1]!)}`, address(part)), main));
}

async function textOf(name: string): Promise<string> {
  const answer = await fetch(name, { cache: "force-cache" });
  if (!answer.ok) throw new Error(`the engine's program is missing (${name})`);
  return answer.text();
}

const fileOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1);
const address = (text: string): string => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

export async function startWorker(): Promise<Worker> {
  prepareWorker();
  return new Worker((await program) ?? "", { type: "module" });
}
