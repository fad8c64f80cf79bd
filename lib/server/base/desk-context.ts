import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import type { Mailer } from '#lib/server/mail/mailer.ts';
import type { DeskMetrics } from '#lib/server/metrics/desk-metrics.ts';
import type { Readiness } from '#shared/database/readiness.ts';
import type { Log } from '#shared/log/log.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { Crowd } from './crowd.ts';
import type { LiveEvents } from './live-events.ts';
import type { JobQueue, VisitKey } from './queues.ts';
import type { StorageWatch } from './storage-watch.ts';

/** A running desk: everything the domain code depends on. */
export interface DeskContext {
  db: Queryable;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Detects that this machine's clock was set. */
  clockWatch: ClockWatch;
  storage: StorageWatch;
  /** Absent in a process that answers no requests. */
  crowd?: Crowd;
  newId: () => string;
  /** DESK_SECRET. */
  secret: string;
  /** DESK_SECRET_PREVIOUS: values sealed under it can still be opened. */
  previousSecret?: string | undefined;
  /** HMAC key of the digests of badges and PINs. */
  badgeKey: string;
  /** The desk's public address, without a trailing slash. */
  url: string;
  /** The addresses of a platform that the environment names: managers may enter them, also on a private network. */
  environmentUrls: readonly string[];
  /** Sends e-mails; null where the operator named no server. */
  mailer: Mailer | null;
  /** Where to report a vulnerability of this desk; a URI, if it was set. */
  securityContact?: string | undefined;
  /** The client of a location's platform, with the location's key and rate limit. */
  gymClientOf: (location: Location) => GymClient;
  /** Jobs for taps that could not be confirmed at the counter: each asks the platform again. */
  confirmationQueue: JobQueue<VisitKey>;
  live: LiveEvents;
  /** Which build of the desk this is. */
  version: string;
  /** Of the demo alone: the platform's sandbox on this machine, which staff may switch off and on. */
  demoPlatformUrl?: string | undefined;
  log: Log;
  metrics: DeskMetrics;
}

/** The desk as its launcher sees it. */
export interface StartedDesk {
  desk: DeskContext;
  /** The same desk with the connection pool of its background work. */
  background: DeskContext;
  /**
   * Stops all work within a few seconds; whatever is unfinished stays in the ledger.
   * @param answerRequests waits for the requests in flight: workers and the database stop only afterwards
   */
  stop(answerRequests?: () => Promise<void>): Promise<void>;
  /** The id of the location with this id or slug, from a cache, since every request needs it; undefined where it is not cached. */
  locationNamed(name: string): string | undefined;
  /** Whether a `Cookie` header holds a valid session token, from a cache: that the session was ended may be known late. */
  hasSession(cookies: string | undefined): boolean;
  /** How a request is answered without Next; undefined where Next answers it. */
  findAnswer(method: string | undefined, path: string): ((request: Request) => Promise<Response>) | undefined;
  /** Whether the database answers and has a schema that this build knows. */
  readReadiness(): Promise<Readiness>;
  /** One-time link to create the first manager; null once there is staff. */
  setUpLink: string | null;
  /** Whether the first manager still has to be created. */
  isSetUpOpen(): Promise<boolean>;
  /** A sentence for the operator who started it; null where there is none. */
  notice?: string | null;
}

/** A desk as `startDesk` returns it to the launcher, which serves its metrics. */
export interface WatchedDesk extends StartedDesk {
  /** Updates the metrics that are read from the database. */
  refreshMetrics(): Promise<void>;
}

// Next bundles instrumentation and routes separately, so a module variable would exist twice: globalThis is shared
const place = Symbol.for('front-desk.desk');
// safe because: only this file writes under the symbol
const shared = globalThis as { [place]?: LeftDesk | FailedStart };

/** Tests set a desk without a launcher. */
type LeftDesk = Pick<StartedDesk, 'desk'> & Partial<StartedDesk>;

/** Why the desk could not start. The launcher reports it and exits; Next itself would go on without a desk. */
interface FailedStart {
  failure: unknown;
}

export function leaveStartedDesk(started: LeftDesk | FailedStart): void {
  shared[place] = started;
}

/** @throws Error before `startDesk` is done */
export function runningDesk(): DeskContext {
  return leftDesk().desk;
}

/**
 * The desk for work that no request waits for: it has its own connection pool, so that it never takes the connections of requests.
 * @throws Error before `startDesk` is done
 */
export function runningBackground(): DeskContext {
  const { desk, background = desk } = leftDesk();
  return background;
}

function leftDesk(): LeftDesk {
  const started = shared[place];
  if (!started || 'failure' in started) throw new Error('The desk has not been started.');
  return started;
}
