import 'server-only';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { urgencies } from '#lib/server/gym-api/rate-limiter.ts';

/** From the latency of a platform on this machine to the longest deadline of a request. */
const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 8];

export type DeskMetrics = ReturnType<typeof createDeskMetrics>;

/**
 * The metrics of one process of the desk. Label values are closed sets: no location, member, card or path. The most urgent metrics
 * come first, for human readers.
 */
export function createDeskMetrics() {
  const registry = new Registry();
  return { registry, ...ledgerMetrics(registry), ...platformMetrics(registry), ...processMetrics(registry) };
}

/** Read from the database at each scrape, for all processes of the desk. */
function ledgerMetrics(registry: Registry) {
  const registers = [registry];
  return {
    oldestUnsentVisitAge: new Gauge({
      name: 'desk_oldest_unsent_visit_age_seconds',
      help: 'Age of the oldest visit that the platform does not have; 0 where it has all.',
      registers,
    }),
    unsentVisits: new Gauge({
      name: 'desk_unsent_visits',
      help: 'Visits that the platform does not have yet, by state.',
      labelNames: ['state'],
      registers,
    }),
    visitsToSettle: new Gauge({
      name: 'desk_visits_to_settle',
      help: 'Visits that the platform refused and that staff have not acknowledged.',
      registers,
    }),
    oldestUnsentTaskChangeAge: new Gauge({
      name: 'desk_oldest_unsent_task_change_age_seconds',
      help: 'Age of the oldest change of a task that the platform does not have.',
      registers,
    }),
    oldestDueWebhookAge: new Gauge({
      name: 'desk_oldest_due_webhook_age_seconds',
      help: 'For how long the oldest webhook event in the inbox has been due.',
      registers,
    }),
    oldestDueJobAge: new Gauge({
      name: 'desk_oldest_due_job_age_seconds',
      help: 'For how long the longest waiting job of a queue has been due.',
      labelNames: ['queue'],
      registers,
    }),
    dueJobs: new Gauge({
      name: 'desk_due_jobs',
      help: 'Jobs of a queue that are due and not claimed.',
      labelNames: ['queue'],
      registers,
    }),
    platformsAway: new Gauge({
      name: 'desk_locations_without_platform',
      help: 'Locations in use whose platform is not reachable, by state of the connection.',
      labelNames: ['connection'],
      registers,
    }),
    databaseUp: new Gauge({
      name: 'desk_database_up',
      help: 'Whether PostgreSQL answered this scrape.',
      registers,
    }),
  };
}

function platformMetrics(registry: Registry) {
  const registers = [registry];
  const platformQueueLength = new Gauge({
    name: 'desk_platform_queue_length',
    help: 'Requests that wait for the rate limit of a platform.',
    labelNames: ['urgency'],
    registers,
  });
  // also before the first request that waits: most of people's wait for none
  for (const urgency of urgencies) platformQueueLength.set({ urgency }, 0);
  return {
    platformQueueLength,
    platformRequests: new Counter({
      name: 'desk_platform_requests_total',
      help: 'Requests to platforms, by operation and by the status or failure they ended with.',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
    platformRequestDuration: new Histogram({
      name: 'desk_platform_request_duration_seconds',
      help: 'Time from a request to a platform to its answer, without the time in the queue.',
      labelNames: ['operation'],
      buckets: latencyBuckets,
      registers,
    }),
    platformQueueWait: new Histogram({
      name: 'desk_platform_queue_wait_seconds',
      help: 'How long a request waited for the rate limit of a platform.',
      labelNames: ['urgency'],
      buckets: latencyBuckets,
      registers,
    }),
  };
}

function processMetrics(registry: Registry) {
  const registers = [registry];
  return {
    verdicts: new Counter({
      name: 'desk_verdicts_total',
      help: 'Taps answered for the first time, by operation and verdict.',
      labelNames: ['operation', 'verdict'],
      registers,
    }),
    requests: new Counter({
      name: 'desk_requests_total',
      help: 'Requests answered, by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    listReads: new Counter({
      name: 'desk_list_reads_total',
      help: 'Lists answered in requests for several, by route and status.',
      labelNames: ['route', 'status'],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'desk_request_duration_seconds',
      help: 'Time from a request to the end of its answer; live events are not in it.',
      labelNames: ['route'],
      buckets: latencyBuckets,
      registers,
    }),
    liveWindows: new Gauge({
      name: 'desk_live_windows',
      help: 'Windows that receive live events from this process.',
      registers,
    }),
    connections: new Gauge({
      name: 'desk_database_connections',
      help: 'Connections of this process to PostgreSQL, by pool.',
      labelNames: ['pool', 'state'],
      registers,
    }),
    waitingForConnection: new Gauge({
      name: 'desk_database_waiting',
      help: 'Work that waits for a connection of its pool.',
      labelNames: ['pool'],
      registers,
    }),
  };
}
