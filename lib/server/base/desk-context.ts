import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import type { DeskMetrics } from '#lib/server/metrics/desk-metrics.ts';
import type { Readiness } from '#shared/database/readiness.ts';
import type { Log } from '#shared/log/log.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { LiveEvents } from './live-events.ts';
import type { JobQueue, VisitKey } from './queues.ts';
import type { StorageWatch } from './storage-watch.ts';

/** A running desk: everything the domain needs of the world. */
export interface DeskContext {
  db: Queryable;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Of the visits that wait, by tap id. */
  clockWatch: ClockWatch;
  storage: StorageWatch;
  newId: () => string;
  /** DESK_SECRET. */
  secret: string;
  /** DESK_SECRET_PREVIOUS: what was sealed under it still opens. */
  previousSecret?: string | undefined;
  /** What digests of badges and PINs are keyed with. */
  badgeKey: string;
  /** The desk's public address, without a trailing slash. */
  url: string;
  /** Whom to tell of a hole in this desk; a URI. Nobody where it was not set. */
  securityContact?: string | undefined;
  /** The platform of a location, asked with its key and within its limit. */
  gymClientOf: (location: Location) => GymClient;
  /** Taps that could not be confirmed at the counter: the platform is asked about them once more. */
  confirmationQueue: JobQueue<VisitKey>;
  live: LiveEvents;
  /** Which build of the desk this is. */
  version: string;
  /** In a demo: the platform's sandbox, on this machine, which staff may switch off and on. */
  demoPlatformUrl?: string | undefined;
  log: Log;
  metrics: DeskMetrics;
}

/** What a launcher finds of the desk it started. */
export interface StartedDesk {
  desk: DeskContext;
  /** The same desk with the connections of its background work. */
  background: DeskContext;
  /**
   * Ends all work in a few seconds; what is unfinished stays in the ledger.
   * @param answerRequests lets requests under way end: workers and the database end only afterwards
   */
  stop(answerRequests?: () => Promise<void>): Promise<void>;
  /** The location that a slug stands for, where it is known already: it is asked for by every request of a page. */
  locationOfSlug(slug: string): string | undefined;
  /** Whether its database answers, with a schema that it knows. */
  readReadiness(): Promise<Readiness>;
  /** One-time address under which the first manager is made; null once there is staff. */
  setUpLink: string | null;
  /** Whether the first manager is still to be made. */
  isSetUpOpen(): Promise<boolean>;
  /** A sentence for whoever started it; null where there is nothing to say. */
  notice?: string | null;
}

/** A desk as `startDesk` leaves it for the launcher, which serves its metrics. */
export interface WatchedDesk extends StartedDesk {
  /** Brings the metrics of the desk up to date. */
  refreshMetrics(): Promise<void>;
}

// Next compiles instrumentation and routes apart: only the process itself is common to them
const place = Symbol.for('front-desk.desk');
const shared = globalThis as { [place]?: LeftDesk | FailedStart };

/** A test leaves a desk that nobody launched. */
type LeftDesk = Pick<StartedDesk, 'desk'> & Partial<StartedDesk>;

/** Why there is no desk. The launcher tells it and ends; Next itself would go on without one. */
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
 * What nobody waits for is done with it, so that it never takes the connections of those who wait.
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
