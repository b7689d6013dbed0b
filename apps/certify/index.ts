/**
 * The checker as a library, `zonal/certify` (docs/guide/certificates.md): whether what a certificate claims about a query
 * follows.
 */
export { type CertifyOptions, certify, certifyParts } from "./certify.ts";
export { Checking, type Judgement, type Subject } from "./checking.ts";
export type { Bounds, Header, MemberLine, RunState } from "./format.ts";
