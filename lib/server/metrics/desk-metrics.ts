import 'server-only';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** From what a platform on loopback takes to the longest deadline of a request. */
const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 8];

export type DeskMetrics = ReturnType<typeof createDeskMetrics>;

/**
 * What one process of the desk counts. Labels are closed sets of our own words: no location, member, card or path. What is
 * most urgent comes first, as a person reads it.
 */
export function createDeskMetrics() {
  const registry = new Registry();
  return { registry, ...ledgerMetrics(registry), ...platformMetrics(registry), ...processMetrics(registry) };
}

/** What is read of the database at each scrape, for all processes of the desk. */
function ledgerMetrics(registry: Registry) {
  const registers = [registry];
  return {
    oldestUnsentVisitAge: new Gauge({
      name: 'desk_oldest_unsent_visit_age_seconds',
      help: 'For how long the desk has kept the oldest visit that the platform does not have; 0 where it has all.',
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
      help: 'Visits that the platform will not take and nobody has settled.',
      registers,
    }),
    oldestUnsentTaskChangeAge: new Gauge({
      name: 'desk_oldest_unsent_task_change_age_seconds',
      help: 'For how long the desk has kept the oldest change of a task that the platform does not have.',
      registers,
    }),
    oldestDueWebhookAge: new Gauge({
      name: 'desk_oldest_due_webhook_age_seconds',
      help: 'For how long what a platform told the desk has been due and is not acted upon.',
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
      help: 'Jobs of a queue whose time has come and which nobody has taken up.',
      labelNames: ['queue'],
      registers,
    }),
    platformsAway: new Gauge({
      name: 'desk_locations_without_platform',
      help: 'Locations in use whose platform did not answer the last requests as it should, by what is wrong.',
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
  return {
    platformRequests: new Counter({
      name: 'desk_platform_requests_total',
      help: 'Requests to platforms, by operation and by the status or failure they ended with.',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
    platformRequestDuration: new Histogram({
      name: 'desk_platform_request_duration_seconds',
      help: 'Time from a request to a platform to its answer, its place in the queue not included.',
      labelNames: ['operation'],
      buckets: latencyBuckets,
      registers,
    }),
    platformQueueLength: new Gauge({
      name: 'desk_platform_queue_length',
      help: 'Requests that wait for their place under the rate of a platform.',
      labelNames: ['urgency'],
      registers,
    }),
    platformQueueWait: new Histogram({
      name: 'desk_platform_queue_wait_seconds',
      help: 'How long a request waited for its place under the rate of a platform.',
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
      help: 'Taps answered for the first time, by what was asked and by the verdict.',
      labelNames: ['operation', 'verdict'],
      registers,
    }),
    requests: new Counter({
      name: 'desk_requests_total',
      help: 'Requests answered, by route, method and status.',
      labelNames: ['route', 'method', 'status'],
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
      help: 'Windows that hear live events of this process.',
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
