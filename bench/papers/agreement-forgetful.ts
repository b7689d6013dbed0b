/**
 * The agreement algorithm (`agreement.ts`) where nobody keeps what is not asked again: what was told of rounds that are over,
 * and everything told to who has decided or stopped. Rounds only grow and a decision stays, so no step depends on any of it,
 * and decisions are the same (a test compares answers, with mistakes put in too). What is forgotten is most of the states:
 * with input 0 alone everybody decides at the first step, and the form that keeps everything goes on to count what is told to
 * those who have. Dead variables do not find it, because the cell that is read depends on a value (`told[i][j][round]`).
 */
import { type AgreementSizes, agreementDeclarations } from "./agreement.ts";

export function forgetfulAgreement(sizes: AgreementSizes): string {
  const { f, ones, c1, c2, d } = sizes;
  return `${agreementDeclarations(sizes)}round_t round[id_t], mail[id_t][id_t][place_t];

// What nobody asks again: what was told of rounds that are over, and everything told to who has decided or stopped.
void forget(id_t i, bool all) {
  for (j : id_t) {
    for (r : round_t) if (all || r < round[i]) told[i][j][r] = false;
    for (k : place_t) if (all || mail[j][i][k] < round[i]) mail[j][i][k] = 0;
    if (all) { silence[i][j] = 0; isSuspected[i][j] = false; }
  }
  if (all) round[i] = 0;
}

process P(const id_t me) {
  clock x;
  bool isFree(place_t k) { return forall (j : id_t) !isFull[me][j][k]; }
  void watch() {
    for (j : id_t) if (j != me && !isStopped[me] && decision[me] == 0 && !isSuspected[me][j]) {
      if (silence[me][j] == PATIENCE) { isSuspected[me][j] = true; silence[me][j] = 0; }
      else silence[me][j] = silence[me][j] + 1;
    }
  }
  void decide() {
    news = 0;
    if (decision[me] != 0) return;
    if (exists (j : id_t) told[me][j][round[me] + 1]) { round[me]++; news = round[me]; forget(me, false); }
    else if (forall (j : id_t) j == me || isSuspected[me][j] || told[me][j][round[me]]) {
      decision[me] = 1 + round[me] % 2; news = round[me] + 2; forget(me, true);
    }
  }
  state Begin { x <= ${c2} }, Run { x <= ${c2} }, Stopped;
  init Begin;
  trans
    Begin -> Run { select k : place_t; guard x >= ${c1} && ones < ${ones} && isFree(k); sync send[me][k]!; assign ones++, round[me] = 1, news = 1, watch(), forget(me, false), x = 0; },
    Begin -> Run { select k : place_t; guard x >= ${c1} && isFree(k); sync send[me][k]!; assign decision[me] = 1, news = 2, forget(me, true), x = 0; },
    Run -> Run { select k : place_t; guard x >= ${c1} && isFree(k); sync send[me][k]!; assign watch(), decide(), x = 0; },
    Begin -> Stopped { guard stopped < ${f}; sync stop[me]!; assign stopped++, isStopped[me] = true, forget(me, true); },
    Run -> Stopped { guard stopped < ${f}; sync stop[me]!; assign stopped++, isStopped[me] = true, forget(me, true); };
}

// A message on its way to one of the others, in a place of the sender's that is free.
process Link(const id_t from, const id_t to, const place_t k) {
  clock age;
  void deliver() {
    if (decision[to] == 0) {
      silence[to][from] = 0;
      if (mail[from][to][k] > 0) told[to][from][mail[from][to][k]] = true;
    }
    mail[from][to][k] = 0;
    isFull[from][to][k] = false;
  }
  state Empty, Full { age <= ${d} };
  init Empty;
  trans
    Empty -> Full { guard from != to && !isStopped[to] && decision[to] == 0; sync send[from][k]?; assign mail[from][to][k] = (news >= round[to] ? news : 0), isFull[from][to][k] = true, age = 0; },
    Full -> Empty { assign deliver(); },
    Full -> Empty { sync stop[to]?; assign mail[from][to][k] = 0, isFull[from][to][k] = false; };
}
system P, Link;
`;
}
