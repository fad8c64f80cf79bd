import 'server-only';
import { operations } from '#contracts/v2/operations.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { createGymClient, type GymClient, type GymClientOptions } from '#lib/server/gym-api/gym-client.ts';
import { outageCauseOf } from '#lib/server/gym-api/outage-cause.ts';
import { createRateLimiter, type Urgency } from '#lib/server/gym-api/rate-limiter.ts';
import { reachOf } from '#lib/server/gym-api/reach-of.ts';
import { describeProblem, type Wire } from '#lib/server/gym-api/wire.ts';
import { type BucketTime, createSharedBucket } from '#lib/server/key-limit/shared-bucket.ts';
import type { PlatformProblem } from '#lib/server/log/request-context.ts';
import { meterPlatform } from '#lib/server/metrics/meter-platform.ts';
import type { Connection } from '#lib/server/status/connection.ts';
import { createClockReport, reportAnswer } from '#lib/server/status/report-answer.ts';

/** The urgencies of background work alone; the ledger's is sent on the pool of requests. */
const backgroundUrgencies: readonly Urgency[] = ['background', 'changes'];

interface GymClientsOptions extends Pick<GymClientOptions, 'now' | 'rateLimiter' | 'startDeadline'> {
  backgroundDb?: Queryable;
  limitDb?: Queryable;
  limitTime?: BucketTime;
}

/**
 * Creates one client per location, so that all its screens share one rate limiter, and all processes one bucket.
 * @param options.backgroundDb where background requests store the status of the connection; the desk's own by default
 * @param options.limitDb where requests are counted; the desk's own by default
 * @param options.limitTime how long a count may take; as long as somebody at the counter waits for it, by default
 */
export function createGymClients(
  desk: Pick<DeskContext, 'db' | 'clock' | 'secret' | 'previousSecret' | 'log'> & Partial<Pick<DeskContext, 'metrics'>>,
  {
    now = () => performance.now(),
    rateLimiter,
    startDeadline,
    backgroundDb = desk.db,
    limitDb = desk.db,
    limitTime,
  }: GymClientsOptions = {},
): (location: Location) => GymClient {
  const clients = new Map<string, { of: string; client: GymClient }>();
  const bucketOf = (locationId: string, apiKey: string) =>
    createSharedBucket({ locationId, apiKey, secret: desk.secret, db: limitDb, log: desk.log, time: limitTime });
  return (location) => {
    const { id, apiUrl, sealedApiKey } = location;
    // a changed address or key gets a new client, with its own rate limiter
    const reach = reachOf(location, 'apiUrl');
    const of = `${apiUrl} ${reach} ${sealedApiKey}`;
    const kept = clients.get(id);
    if (kept?.of === of) return kept.client;
    const apiKey = unseal(desk, { sealed: sealedApiKey, locationId: id, field: 'apiKey' });
    const reportClock = createClockReport(desk, id);
    const client = createGymClient({
      now,
      clock: desk.clock,
      // not `now`: requests wait for their turn in real time
      rateLimiter: rateLimiter ?? createRateLimiter({ now: () => performance.now(), bucket: bucketOf(id, apiKey) }),
      startDeadline,
      url: apiUrl,
      reach,
      apiKey,
      onAnswer: async (operation, problem, wire, urgency) => {
        const db = backgroundUrgencies.includes(urgency) ? backgroundDb : desk.db;
        try {
          const { permission } = operations[operation];
          const failure = problem && classifyFailure(problem);
          const heard = { failure, cause: problem && outageCauseOf(problem), permission };
          const changed = await reportAnswer({ ...desk, db }, { locationId: id, heard, of: { apiUrl, sealedApiKey } });
          if (changed) logConnection(desk, id, changed, problem && describeProblem(operation, problem, wire), wire);
          // an answer to a former address or key says nothing about the clock of the current platform
          if (clients.get(id)?.client === client) await reportClock(db, client);
        } catch (error) {
          desk.log.error({ error, locationId: id }, 'the state of the connection could not be kept');
        }
      },
      meter: desk.metrics && meterPlatform(desk.metrics),
      onList: logUnreadable(desk, id),
    });
    clients.set(id, { of, client });
    return client;
  };
}

/** Logs the answer that changed the state of the connection, which screens show in a banner. */
function logConnection(
  { log }: Pick<DeskContext, 'log'>,
  locationId: string,
  { connection, cause, permission }: Connection,
  problem: PlatformProblem | null,
  { sentAs }: Wire,
): void {
  const what = {
    requestId: sentAs,
    locationId,
    connection,
    ...(cause && { cause }),
    ...(permission && { permission }),
  };
  const line = { ...what, ...(problem && { platform: [problem] }) };
  log[connection === 'reachable' ? 'info' : 'warn'](line, 'the connection to a platform is in another state');
}

/** Logs the unreadable items of a list by kind, and not again while they stay the same. */
function logUnreadable({ log }: Pick<DeskContext, 'log'>, locationId: string): GymClientOptions['onList'] {
  const logged = new Map<string, string>();
  return (operation, unreadable, { sentAs, platformRequestId }) => {
    const kinds = [...new Set(unreadable.map(({ path, code }) => `${path} ${code}`))].toSorted();
    const told = `${unreadable.length} ${kinds.join()}`;
    if (logged.get(operation) === told) return;
    logged.set(operation, told);
    if (unreadable.length === 0) return;
    const what = { requestId: sentAs, locationId, operation, count: unreadable.length, kinds };
    log.warn({ ...what, ...(platformRequestId && { platformRequestId }) }, 'items of a list could not be read');
  };
}
