import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** From the time of a look-up on loopback to the timeout of a statement. */
const latencyBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

export type PlatformMetrics = ReturnType<typeof createPlatformMetrics>;

/** The metrics of one platform process. All labels are closed sets: they contain no gym, key, path or person. */
export function createPlatformMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    oldestDueJobAge: new Gauge({
      name: 'platform_oldest_due_job_age_seconds',
      help: 'For how long the longest waiting job of a queue has been due, in all processes.',
      labelNames: ['queue'],
      registers,
    }),
    dueJobs: new Gauge({
      name: 'platform_due_jobs',
      help: 'Jobs of a queue whose time has come and which nobody has taken up, in all processes.',
      labelNames: ['queue'],
      registers,
    }),
    requests: new Counter({
      name: 'platform_requests_total',
      help: 'Requests answered, by interface, operation and status.',
      labelNames: ['interface', 'operation', 'status'],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'platform_request_duration_seconds',
      help: 'Time from a request to its answer, without the body of a stream.',
      labelNames: ['interface', 'operation'],
      buckets: latencyBuckets,
      registers,
    }),
    rateLimited: new Counter({
      name: 'platform_rate_limited_requests_total',
      help: 'Requests refused because a credential had used up its rate.',
      labelNames: ['interface'],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'platform_webhook_attempts_total',
      help: 'Attempts to deliver an event: delivered, to be tried again, or given up.',
      labelNames: ['outcome'],
      registers,
    }),
    connections: new Gauge({
      name: 'platform_database_connections',
      help: 'Connections of this process to PostgreSQL, by pool.',
      labelNames: ['pool', 'state'],
      registers,
    }),
    waitingForConnection: new Gauge({
      name: 'platform_database_waiting',
      help: 'Work that waits for a connection of its pool.',
      labelNames: ['pool'],
      registers,
    }),
    databaseUp: new Gauge({
      name: 'platform_database_up',
      help: 'Whether PostgreSQL answered this scrape.',
      registers,
    }),
  };
}
