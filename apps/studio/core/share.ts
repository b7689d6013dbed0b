/**
 * Models in links: the text, compressed (raw deflate) and written in base64url, after the `#`, which browsers never send to
 * a server. `#model=...&name=...&run=...`; `run` is the run of the simulator as JSON, compressed as well.
 */
interface Shared {
  readonly name: string;
  readonly text: string;
  readonly run?: string;
}

export async function shareLink(base: string, shared: Shared): Promise<string> {
  const parts = [`model=${await pack(shared.text)}`, `name=${encodeURIComponent(shared.name)}`];
  if (shared.run !== undefined) parts.push(`run=${await pack(shared.run)}`);
  return `${base.replace(/#.*$/, "")}#${parts.join("&")}`;
}

/** What a fragment carries; nothing if it carries no model. Throws if it is damaged. */
export async function readLink(hash: string): Promise<Shared | undefined> {
  const fields = new Map(
    hash
      .replace(/^#/, "")
      .split("&")
      .map((part): [string, string] => {
        const at = part.indexOf("=");
        return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
      }),
  );
  const model = fields.get("model");
  if (model === undefined) return undefined;
  const run = fields.get("run");
  return {
    name: decodeURIComponent(fields.get("name") ?? "shared.xml"),
    text: await unpack(model),
    ...(run === undefined ? {} : { run: await unpack(run) }),
  };
}

async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** No link unpacks to more than this: a small text could otherwise blow up to gigabytes. */
const largest = 16 * 2 ** 20;

async function unpack(text: string): Promise<string> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length > largest) {
      await reader.cancel();
      throw new Error("the model in the link is too large");
    }
  }
  const result = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    result.set(chunk, at);
    at += chunk.length;
  }
  return result;
}
