import type { ErrorCode } from '#contracts/v2/errors.ts';
import type { ApiProblem, StatusProblem } from './answer.ts';

/** The error codes by which corporate admission is refused. */
export const admissionRefusals = [
  'corporateFitnessMembershipExpired',
  'corporateFitnessMembershipNotStarted',
  'corporateFitnessGymNotInNetwork',
  'corporateFitnessGymNotInNetworkPlus1',
] as const;
export type AdmissionRefusal = (typeof admissionRefusals)[number];

/** What a problem means to the desk. */
export type ApiFailure =
  /** The platform does not know the entity. */
  | { kind: 'missing'; entity: string | null }
  | { kind: 'admissionRefused'; refusal: AdmissionRefusal }
  | Rejected
  | Unavailable;

/**
 * A request that the platform understood and refused. A 403 `forbiddenAction` may be about anything: the member, the IP address,
 * the time of day. It is never about the key, which was accepted right afterwards.
 */
export interface Rejected {
  kind: 'rejected';
  status: number;
  errorCode: ErrorCode | (string & {});
  metadata: Record<string, string>;
  /** Messages of the platform by dotted path of the refused field. */
  fieldErrors: Record<string, string>;
}

/** The platform gave no information; a later retry may help. */
export type Unavailable = { kind: 'unavailable' } & (
  | { because: 'slow' | 'unreachable' | 'unreadable' | 'busy' | 'keyRejected' | 'permissionMissing' }
  /** `refusal`: the code by which the platform refused the request itself. */
  | { because: 'failed'; status: number; refusal?: string }
);

/** The platform's answer to a request that it understood and did not carry out. */
type Refusal = Exclude<ApiFailure, Unavailable>;

/**
 * The one translation of the platform's errors. A refusal counts only with an error code of the interface: a bare 403 or 404 may
 * come from a proxy, and would turn away a member or lose a visit (docs/decisions/other-platforms.md).
 */
export function classifyFailure(problem: ApiProblem): ApiFailure {
  switch (problem.kind) {
    case 'unreachable':
      return { kind: 'unavailable', because: 'unreachable' };
    case 'timeout':
      return { kind: 'unavailable', because: 'slow' };
    case 'busy':
      return { kind: 'unavailable', because: 'busy' };
    case 'unreadable':
      return { kind: 'unavailable', because: 'unreadable' };
    case 'status':
      return classifyStatus(problem);
  }
}

function classifyStatus(problem: StatusProblem): ApiFailure {
  const { status, errorCode, isPage, entity, metadata, fieldErrors, isOfKey } = problem;
  if (status >= 500) return { kind: 'unavailable', because: 'failed', status };
  // a page is of a proxy that asks for a password of its own
  if (status === 401) return { kind: 'unavailable', because: isPage ? 'unreadable' : 'keyRejected' };
  if (status === 429) return { kind: 'unavailable', because: 'busy' };
  if (errorCode === null) return { kind: 'unavailable', because: 'unreadable' };
  if (errorCode === 'missingPermission') return { kind: 'unavailable', because: 'permissionMissing' };
  if (isOfKey) return { kind: 'unavailable', because: 'keyRejected' };
  const refusal = admissionRefusals.find((known) => known === errorCode);
  if (refusal) return { kind: 'admissionRefused', refusal };
  if (errorCode === 'notFound') return { kind: 'missing', entity };
  return { kind: 'rejected', status, errorCode, metadata, fieldErrors };
}

/** The name of a refusal in the ledger of visits. */
export function refusalCodeOf(failure: Refusal): string {
  switch (failure.kind) {
    case 'missing':
      return `missing ${failure.entity ?? ''}`.trim();
    case 'admissionRefused':
      return failure.refusal;
    case 'rejected':
      return failure.errorCode;
  }
}

/** A refusal that says nothing about what was asked: the question stays open. */
export function openAfter(failure: Refusal): Unavailable {
  const status = { missing: 404, admissionRefused: 403 };
  return {
    kind: 'unavailable',
    because: 'failed',
    status: failure.kind === 'rejected' ? failure.status : status[failure.kind],
    refusal: refusalCodeOf(failure),
  };
}

const memberEntities: readonly (string | null)[] = ['ACCOUNT', 'CHAIN_PROFILE', 'MEMBERSHIP'];

/** Whether a person is what the platform does not know. The entity is optional in its answer. */
export const isPerson = (entity: string | null): boolean => memberEntities.includes(entity);

/** Whether a failed request may have been carried out by the platform. */
export function mayHaveArrived(problem: ApiProblem): boolean {
  const failure = classifyFailure(problem);
  return failure.kind === 'unavailable' && leavesInDoubt(failure.because);
}

/** Whether it is unknown after a failure if the request was carried out. The other failures exclude it. */
export function leavesInDoubt(because: Unavailable['because']): boolean {
  switch (because) {
    case 'slow':
    case 'unreachable':
    case 'unreadable':
    case 'failed':
      return true;
    case 'busy':
    case 'keyRejected':
    case 'permissionMissing':
      return false;
  }
}
