import { processIo } from "../../apps/cli/io/io.ts";
import { shown } from "../../apps/cli/io/terminal.ts";
import { zonal } from "../../apps/cli/zonal.ts";

export { file, path } from "./folder.ts";

/** Runs commands in this process, with captured output, in a folder of its own. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface World {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Says when to be interrupted. */
  readonly signal?: () => "SIGINT" | "SIGTERM" | undefined;
  readonly live?: boolean;
}

type Program = (argv: readonly string[], io: ReturnType<typeof processIo>) => Promise<number>;

export async function runProgram(program: Program, argv: readonly string[], world: World = {}): Promise<Ran> {
  let out = "";
  let err = "";
  const { stdin = "" } = world;
  const io = {
    ...processIo(world.signal ?? (() => undefined)),
    out: (text: string | Uint8Array) =>
      void (out += typeof text === "string" ? shown(text) : new TextDecoder().decode(text)),
    err: (text: string) => void (err += shown(text)),
    colorOut: false,
    colorErr: false,
    liveErr: world.live ?? false,
    env: world.env ?? {},
    async *lines() {
      yield* String(stdin).split("\n");
    },
    input: () => (typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin),
  };
  const code = await program(argv, io);
  return { code, out, err };
}

export function run(argv: readonly string[], world: World = {}): Promise<Ran> {
  return runProgram(zonal, argv, world);
}

/** A model with one clock and one integer: a lamp that must be switched off after ten. */
export const lamp = `clock x;
int[0,3] n;
process Lamp() {
  state off, on { x <= 10 };
  init off;
  trans off -> on { guard n < 3; assign x = 0, n = n + 1; }, on -> off { guard x >= 2; };
}
L = Lamp();
system L;
`;

export const lampXml = `<?xml version="1.0" encoding="utf-8"?>
<nta>
  <declaration>clock x;
int[0,3] n;</declaration>
  <template>
    <name>Lamp</name>
    <location id="id0" x="0" y="0"><name>off</name></location>
    <location id="id1" x="150" y="0"><name>on</name><label kind="invariant">x &lt;= 10</label></location>
    <init ref="id0"/>
    <transition><source ref="id0"/><target ref="id1"/><label kind="guard">n &lt; 3</label><label kind="assignment">x = 0, n = n + 1</label></transition>
    <transition><source ref="id1"/><target ref="id0"/><label kind="guard">x &gt;= 2</label></transition>
  </template>
  <system>L = Lamp();
system L;</system>
  <queries>
    <query><formula>E&lt;&gt; L.on</formula><comment>it can be lit</comment></query>
    <query><formula>A[] L.on imply x &lt;= 10</formula><comment/></query>
  </queries>
</nta>
`;
