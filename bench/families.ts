import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Families of models in TChecker's format, by the number of components. Written here; the protocols are textbook ones. */
export type Family = keyof typeof families;

export const families = {
  fischer,
  "train-gate": trainGate,
  "leader-election": leaderElection,
  csmacd,
  fddi,
  dining,
  "fire-alarm": fireAlarm,
} as const;

/** Writes a model and returns its path. */
export function writeModel(family: Family, n: number, folder: string): string {
  const path = join(folder, `${family}-${n}.tck`);
  writeFileSync(path, families[family](n));
  return path;
}

const each = (n: number, make: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => make(i + 1)).join("\n");

/** Mutual exclusion by timing. */
function fischer(n: number): string {
  return `system:fischer_${n}
event:tau
int:1:0:${n}:0:id
${each(
  n,
  (i) => `process:P${i}
clock:1:x${i}
location:P${i}:A{initial:}
location:P${i}:req{invariant:x${i}<=10}
location:P${i}:wait{}
location:P${i}:cs{labels:cs${i}}
edge:P${i}:A:req:tau{provided:id==0 : do:x${i}=0}
edge:P${i}:req:wait:tau{provided:x${i}<=10 : do:x${i}=0;id=${i}}
edge:P${i}:wait:req:tau{provided:id==0 : do:x${i}=0}
edge:P${i}:wait:cs:tau{provided:x${i}>10&&id==${i}}
edge:P${i}:cs:A:tau{do:id=0}`,
)}
`;
}

/** Trains that pass one bridge; a gate that stops all but one, in the order of their arrival at the front. */
function trainGate(n: number): string {
  const syncs = each(
    n,
    (i) =>
      `sync:T${i}@appr:G@appr${i}\nsync:T${i}@leave:G@leave${i}\nsync:T${i}@stop:G@stop${i}\nsync:T${i}@go:G@go${i}`,
  );
  return `system:train_gate_${n}
event:tau
event:appr
event:leave
event:stop
event:go
${each(n, (i) => `event:appr${i}\nevent:leave${i}\nevent:stop${i}\nevent:go${i}`)}
int:1:0:${n}:0:on
int:1:0:${n}:0:late
${each(
  n,
  (i) => `process:T${i}
clock:1:x${i}
location:T${i}:safe{initial:}
location:T${i}:appr{invariant:x${i}<=20}
location:T${i}:stop{}
location:T${i}:start{invariant:x${i}<=15}
location:T${i}:cross{invariant:x${i}<=5 : labels:cross${i}}
edge:T${i}:safe:appr:appr{do:x${i}=0}
edge:T${i}:appr:stop:stop{provided:x${i}<=10}
edge:T${i}:appr:cross:tau{provided:x${i}>=10 : do:x${i}=0}
edge:T${i}:stop:start:go{do:x${i}=0}
edge:T${i}:start:cross:tau{provided:x${i}>=7 : do:x${i}=0}
edge:T${i}:cross:safe:leave{provided:x${i}>=3}`,
)}
process:G
location:G:free{initial:}
location:G:occ{}
${each(
  n,
  (i) => `location:G:ask${i}{committed:}
edge:G:free:occ:appr${i}{do:on=${i}}
edge:G:occ:ask${i}:appr${i}{do:late=${i}}
edge:G:ask${i}:occ:stop${i}{}
edge:G:occ:free:leave${i}{provided:on==${i} : do:on=0}
edge:G:free:occ:go${i}{do:on=${i}}`,
)}
${syncs}
`;
}

/** The process with the largest number wins; each waits its own time. */
function leaderElection(n: number): string {
  return `system:leader_${n}
event:tau
int:1:0:${n}:0:best
${each(
  n,
  (i) => `process:P${i}
clock:1:x${i}
int:1:0:1:0:done${i}
location:P${i}:idle{initial: : invariant:x${i}<=${2 * i + 5}}
location:P${i}:sent{invariant:x${i}<=10}
location:P${i}:over{labels:over${i}}
edge:P${i}:idle:sent:tau{provided:x${i}>=${i} : do:x${i}=0}
edge:P${i}:sent:over:tau{provided:best<${i} : do:best=${i};done${i}=1}
edge:P${i}:sent:over:tau{provided:best>=${i} : do:done${i}=1}
edge:P${i}:over:idle:tau{provided:x${i}>=4&&best>${i} : do:x${i}=0}`,
)}
`;
}

/** Stations on one bus, with collisions heard by all. */
function csmacd(n: number): string {
  const names = Array.from({ length: n }, (_, i) => i + 1);
  return `system:csmacd_${n}
event:tau
event:begin
event:busy
event:end
event:cd
${each(
  n,
  (i) => `process:S${i}
clock:1:x${i}
location:S${i}:wait{initial:}
location:S${i}:start{invariant:x${i}<=808}
location:S${i}:retry{invariant:x${i}<=52}
edge:S${i}:wait:start:begin{do:x${i}=0}
edge:S${i}:wait:retry:busy{do:x${i}=0}
edge:S${i}:wait:wait:cd{do:x${i}=0}
edge:S${i}:wait:retry:cd{do:x${i}=0}
edge:S${i}:start:wait:end{provided:x${i}==808 : do:x${i}=0}
edge:S${i}:start:retry:cd{provided:x${i}<52 : do:x${i}=0}
edge:S${i}:retry:start:begin{provided:x${i}<52 : do:x${i}=0}
edge:S${i}:retry:retry:cd{provided:x${i}<52 : do:x${i}=0}`,
)}
process:B
clock:1:y
location:B:idle{initial:}
location:B:active{}
location:B:collision{invariant:y<26}
edge:B:idle:active:begin{do:y=0}
edge:B:active:collision:begin{provided:y<26 : do:y=0}
edge:B:active:active:busy{provided:y>=26}
edge:B:active:idle:end{do:y=0}
edge:B:collision:idle:cd{provided:y<26 : do:y=0}
${each(n, (i) => `sync:B@begin:S${i}@begin\nsync:B@busy:S${i}@busy\nsync:B@end:S${i}@end`)}
sync:B@cd:${names.map((i) => `S${i}@cd`).join(":")}
`;
}

/** Stations that hold a token in turn, each with a synchronous and an asynchronous part. */
function fddi(n: number): string {
  const ttrt = 50 * n;
  return `system:fddi_${n}
event:tau
event:take
event:release
${each(n, (i) => `event:take${i}\nevent:release${i}`)}
${each(
  n,
  (i) => `process:S${i}
clock:2:t${i}
clock:1:u${i}
location:S${i}:idle{initial:}
location:S${i}:sync{invariant:u${i}<=20}
location:S${i}:async{invariant:t${i}[0]<=${ttrt}}
edge:S${i}:idle:sync:take{do:u${i}=0;t${i}[1]=t${i}[0];t${i}[0]=0}
edge:S${i}:sync:async:tau{provided:u${i}>=20&&t${i}[1]<${ttrt}}
edge:S${i}:sync:idle:release{provided:u${i}>=20&&t${i}[1]>=${ttrt}}
edge:S${i}:async:idle:release{}`,
)}
process:R
clock:1:r
${each(n, (i) => `location:R:to${i}{${i === 1 ? "initial: : " : ""}invariant:r<=0}\nlocation:R:at${i}{}`)}
${each(n, (i) => `edge:R:to${i}:at${i}:take${i}{}\nedge:R:at${i}:to${(i % n) + 1}:release${i}{do:r=0}`)}
${each(n, (i) => `sync:R@take${i}:S${i}@take\nsync:R@release${i}:S${i}@release`)}
`;
}

/** Philosophers who take the fork to their left, then for at most 3 time units wait for the right one, and eat for 10. */
function dining(n: number): string {
  const before = (i: number): number => (i === 1 ? n : i - 1);
  const processes = each(
    n,
    (i) => `process:P${i}
clock:1:x${i}
location:P${i}:idle{initial:}
location:P${i}:acq{invariant:x${i}<=3}
location:P${i}:eat{invariant:x${i}<=10 : labels:eating${i}}
location:P${i}:rel{invariant:x${i}<=0}
edge:P${i}:idle:acq:take_left{do:x${i}=0}
edge:P${i}:acq:idle:put_left{provided:x${i}>=3}
edge:P${i}:acq:eat:take_right{do:x${i}=0}
edge:P${i}:eat:rel:put_right{provided:x${i}>=10 : do:x${i}=0}
edge:P${i}:rel:idle:put_left
process:F${i}
location:F${i}:free{initial:}
location:F${i}:taken{}
edge:F${i}:free:taken:take
edge:F${i}:taken:free:put`,
  );
  const syncs = each(n, (i) =>
    ["take", "put"]
      .map((what) => `sync:P${i}@${what}_left:F${before(i)}@${what}\nsync:P${i}@${what}_right:F${i}@${what}`)
      .join("\n"),
  );
  const events = ["take_left", "put_left", "take_right", "put_right", "take", "put"].map((e) => `event:${e}`);
  return `system:dining_${n}\n${events.join("\n")}\n${processes}\n${syncs}\n`;
}

/** Sensors that tell a centre, each in its own slot of a round of 600, that they are alive, and wait for its answer. */
function fireAlarm(n: number): string {
  const slot = (i: number): number => 20 * i - 10;
  const processes = each(
    n,
    (i) => `process:S${i}
clock:1:x${i}
location:S${i}:ini{initial: : invariant:x${i}<=${slot(i)}}
location:S${i}:wait{invariant:x${i}<=${slot(i) + 5}}
location:S${i}:sent{invariant:x${i}<=${slot(i) + 10}}
location:S${i}:fin{invariant:x${i}<=600}
edge:S${i}:ini:wait:tau{provided:x${i}>=${slot(i)}}
edge:S${i}:wait:sent:alive
edge:S${i}:sent:fin:ack
edge:S${i}:sent:fin:tau{provided:x${i}>=${slot(i) + 10}}
edge:S${i}:fin:ini:tau{provided:x${i}>=600 : do:x${i}=0}`,
  );
  const syncs = each(n, (i) => `sync:S${i}@alive:C@alive\nsync:S${i}@ack:C@ack`);
  const centre = "process:C\nlocation:C:I{initial:}\nedge:C:I:I:alive\nedge:C:I:I:ack";
  return `system:fire_alarm_${n}\nevent:tau\nevent:alive\nevent:ack\n${processes}\n${centre}\n${syncs}\n`;
}
