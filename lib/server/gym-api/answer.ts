import type { ErrorCode } from '#contracts/v2/errors.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';

/** Why a request brought no usable answer. */
export type ApiProblem =
  | LostConnection
  /** Connected, but no whole answer before the deadline. */
  | { kind: 'timeout' }
  /** Our own share of the platform's limit was used up until the deadline; nothing was sent. */
  | { kind: 'busy' }
  /** An answer that is not of the interface. */
  | { kind: 'unreadable'; isPage: boolean }
  | StatusProblem;

/** No connection, a broken one, or a redirect. */
export interface LostConnection {
  kind: 'unreachable';
  cause: Exclude<OutageCause, 'foreign' | 'failing'>;
  /** What the runtime calls it; null where it does not. */
  code: string | null;
}

/** The platform said no, in its own words. */
export interface StatusProblem {
  kind: 'status';
  status: number;
  /** Null where something other than the platform answered, such as a proxy. */
  errorCode: ErrorCode | (string & {}) | null;
  /** Whether it was told with a page for people, which the platform never sends. */
  isPage: boolean;
  /** Whether a general 403 is about the key, which is refused elsewhere too, and not about what was asked. */
  isOfKey: boolean;
  /** What a 404 misses. */
  entity: string | null;
  /** Names the request in the log of the platform. */
  requestId: string | null;
  metadata: Record<string, string>;
  /** Sentence of the platform by dotted path of the field it refused. */
  fieldErrors: Record<string, string>;
}

/** Nothing is thrown for what the platform does: every caller has to say what becomes of a problem. */
export type GymAnswer<T> = { ok: true; value: T } | { ok: false; problem: ApiProblem };

/** With the moment at which it was asked, by the desk's clock: of a question that several share, when the first one did. */
export type Heard<T> = GymAnswer<T> & { askedAt: Date };
