import type { OutageCause } from '#lib/wire/outage-causes.ts';
import type { ApiProblem, LostConnection } from './answer.ts';
import { classifyFailure, mayHaveArrived } from './errors.ts';

/** Node's error codes of failed connections and certificates. */
const causes: Record<string, LostConnection['cause']> = {
  ENOTFOUND: 'nameNotFound',
  EAI_AGAIN: 'nameNotFound',
  EAI_NODATA: 'nameNotFound',
  EAI_NONAME: 'nameNotFound',
  ENETUNREACH: 'noNetwork',
  ENETDOWN: 'noNetwork',
  EADDRNOTAVAIL: 'noNetwork',
  ECONNREFUSED: 'refused',
  // reported by a router or firewall on the way: the local network may be fine
  EHOSTUNREACH: 'silent',
  EHOSTDOWN: 'silent',
  ETIMEDOUT: 'silent',
  UND_ERR_CONNECT_TIMEOUT: 'silent',
  CERT_HAS_EXPIRED: 'certificateExpired',
  CERT_NOT_YET_VALID: 'clock',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificateOfAnotherName',
  HOSTNAME_MISMATCH: 'certificateOfAnotherName',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificateUntrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificateUntrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificateUntrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificateUntrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificateUntrusted',
  CERT_SIGNATURE_FAILURE: 'certificateUntrusted',
  CERT_CHAIN_TOO_LONG: 'certificateUntrusted',
  CERT_REVOKED: 'certificateUntrusted',
  CERT_UNTRUSTED: 'certificateUntrusted',
  CERT_REJECTED: 'certificateUntrusted',
  INVALID_CA: 'certificateUntrusted',
  INVALID_PURPOSE: 'certificateUntrusted',
  PATH_LENGTH_EXCEEDED: 'certificateUntrusted',
  EPROTO: 'encryption',
  ERR_FORBIDDEN_ADDRESS: 'notPublic',
};
const resets = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Describes a request that failed without a response. */
export function describeLoss(error: unknown): LostConnection {
  const codes = codesOf(error);
  const named = codes.find((code) => code in causes);
  const isOfTls = codes.some((code) => code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_'));
  const cause = (named !== undefined && causes[named]) || (isOfTls ? 'encryption' : 'brokenOff');
  return { kind: 'unreachable', cause, code: named ?? codes[0] ?? null };
}

const unconnected: ReadonlySet<string> = new Set<LostConnection['cause']>([
  'nameNotFound',
  'refused',
  'certificateExpired',
  'certificateOfAnotherName',
  'certificateUntrusted',
  'clock',
  'notPublic',
]);

/** Whether there was certainly no connection, so that the request was not sent. Other causes also occur with an open one. */
export const isUnconnected = (problem: ApiProblem): boolean =>
  problem.kind === 'unreachable' && (unconnected.has(problem.cause) || problem.code === 'UND_ERR_CONNECT_TIMEOUT');

/** Whether a failed request may have been carried out: as `mayHaveArrived`, but not where there was certainly no connection. */
export const isInDoubt = (problem: ApiProblem): boolean => mayHaveArrived(problem) && !isUnconnected(problem);

/** Whether an open connection broke. */
export const isReset = (error: unknown): boolean => codesOf(error).some((code) => resets.includes(code));

/** The codes of an error and its causes, outermost first. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException; // safe because: only read, and absent on other errors
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code)) codes.push(code);
  }
  return codes;
}

/** Why the platform is unreachable; null for other problems. */
export function outageCauseOf(problem: ApiProblem): OutageCause | null {
  const failure = classifyFailure(problem);
  if (failure.kind !== 'unavailable') return null;
  switch (failure.because) {
    case 'unreachable':
      return problem.kind === 'unreachable' ? problem.cause : 'brokenOff';
    case 'slow':
      return 'silent';
    case 'unreadable':
      return 'isPage' in problem && problem.isPage ? 'portal' : 'foreign';
    case 'failed':
      return failure.status === networkSignInRequired ? 'portal' : 'failing';
    case 'busy':
    case 'keyRejected':
    case 'permissionMissing':
      return null;
  }
}

/** RFC 6585, section 6: sent by the network, not by the platform. */
const networkSignInRequired = 511;

/** What a status that does not belong to an interface says about the server behind the address. */
export const statusCauseOf = ({ status }: Pick<Response, 'status'>): OutageCause =>
  status >= 500 ? 'failing' : status >= 300 && status < 400 ? 'portal' : 'foreign';
