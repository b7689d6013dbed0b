/**
 * The part of the host's `WebAssembly` object that the engine uses (WebAssembly JavaScript interface 2.0, section 5),
 * typed here because neither the language's library nor Node's types declare it. `wasm()` is null where the host does
 * not offer it (a page may forbid it), and then the interpreter must do.
 */
export interface WasmMemory {
  readonly buffer: ArrayBuffer | SharedArrayBuffer;
  grow(pages: number): number;
}

export interface WasmGlobal {
  value: number | bigint;
}

type WasmExport = ((...args: (number | bigint)[]) => number | bigint | undefined) | WasmMemory | WasmGlobal;

/** A compiled module: opaque, may be posted to workers. */
export type WasmModule = object;

interface WasmInstance {
  readonly exports: Readonly<Record<string, WasmExport>>;
}

export interface WasmHost {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (module: WasmModule, imports?: Readonly<Record<string, object>>) => WasmInstance;
  readonly Memory: new (limits: { initial: number; maximum?: number; shared?: boolean }) => WasmMemory;
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule>;
}

export function wasm(): WasmHost | null {
  // Through `unknown`: where the browser's library declares the object, its types are wider than ours.
  return (globalThis as unknown as { WebAssembly?: WasmHost }).WebAssembly ?? null;
}
