import { afterEach, beforeEach, expect } from "vitest";
import { Editor } from "./client.ts";

/** Trains in XTA and in XML, as the tests of the server open them, and an editor for each test that is gone behind it. */
export const xta = `// How many there are.
const int N = 2 + 1;
typedef int[0, N - 1] id_t;
clock x; /* counts the waiting */
broadcast chan go[N];
struct { int deep; bool on; } box;
int twice(int a, int &b) { int c = a; b = c; return 2 * c; }
process Train(const id_t id) {
  clock y;
  state Far { y <= 20 }, Near;
  init Far;
  trans
    Far -> Near { select k : id_t; guard y > N && k != id; sync go[id]!; assign y = 0, box.deep = k; };
}
system Train;
`;
export const xml = `<?xml version="1.0" encoding="utf-8"?>
<nta>
  <declaration>const int N = 3; // how many
clock x;
chan go;</declaration>
  <template>
    <name>Train</name>
    <declaration>clock y;</declaration>
    <location id="id0"><name>Far</name><label kind="invariant">y &lt;= N</label></location>
    <location id="id1"><name>Near</name></location>
    <init ref="id0"/>
    <transition><source ref="id0"/><target ref="id1"/><label kind="guard">y &lt; N &amp;&amp; x &gt; 1</label><label kind="synchronisation">go!</label><label kind="assignment">y = 0</label></transition>
  </template>
  <system>T1 = Train();
T2 = Train();
system T1, T2;</system>
  <queries><query><formula>E&lt;&gt; T1.Near &amp;&amp; x &gt; N</formula><comment/></query></queries>
</nta>
`;
export const uri = "file:///models/train.xta";
export const doc = "file:///models/train.xml";

export let editor: Editor;

export function withEditor(): void {
  beforeEach(async () => {
    editor = new Editor();
    await editor.start();
  });
  afterEach(async () => {
    expect(await editor.end()).toBe(0);
  });
}
