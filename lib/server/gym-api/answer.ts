import type { ErrorCode } from '#contracts/v2/errors.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';

/** Why a request brought no usable answer. */
export type ApiProblem =
  | LostConnection
  /** Connected, but no complete answer before the deadline. */
  | { kind: 'timeout' }
  /** No place under the platform's rate limit before the deadline; nothing was sent. */
  | { kind: 'busy' }
  /** An answer that does not conform to the interface. */
  | { kind: 'unreadable'; isPage: boolean }
  | StatusProblem;

/** No connection, a broken one, or a redirect. */
export interface LostConnection {
  kind: 'unreachable';
  cause: Exclude<OutageCause, 'foreign' | 'failing'>;
  /** The error code of the runtime, if there is one. */
  code: string | null;
}

/** A response with an error status. */
export interface StatusProblem {
  kind: 'status';
  status: number;
  /** Null where the body is not an error of the interface, such as that of a proxy. */
  errorCode: ErrorCode | (string & {}) | null;
  /** Whether the body is an HTML page, which the platform never sends. */
  isPage: boolean;
  /** Whether a general 403 is about the key, which other requests confirmed, and not about this request. */
  isOfKey: boolean;
  /** Of a 404: what was not found. */
  entity: string | null;
  /** The id of the request in the platform's log. */
  requestId: string | null;
  metadata: Record<string, string>;
  /** Messages of the platform by dotted path of the refused field. */
  fieldErrors: Record<string, string>;
}

/** Failures of the platform are values and not exceptions, so that every caller has to handle them. */
export type GymAnswer<T> = { ok: true; value: T } | { ok: false; problem: ApiProblem };

/** With the time of the request by the desk's clock; of a coalesced request, that of the first. */
export type DatedAnswer<T> = GymAnswer<T> & { askedAt: Date };
