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
  const texts = await Promise.all(names.map(textOf));
  if (texts.length === 0) throw new Error("the page does not name the engine's program");
  // What a file imports comes behind it in the list, and is imported from memory as well.
  const made: (readonly [file: string, address: string])[] = [];
  for (const [i, text] of [...texts.entries()].reverse())
    made.push([
      fileOf(names[i]!),
      address(made.reduce((now, [file, there]) => now.replaceAll(`./${file}`, there), text)),
    ]);
  return made.at(-1)![1];
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
