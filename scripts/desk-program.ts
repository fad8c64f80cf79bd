import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { guardRequests } from '#lib/door/guard-requests.ts';
import { readEnv } from '#lib/env.ts';
import { buildDesk } from './build-desk.ts';
import { readDeskRoutes } from './desk-routes.ts';
import { openProgramDatabase } from './embedded-database.ts';
import { readLaunchSettings } from './launch-settings.ts';
import { openMetricsServer } from './metrics-server.ts';
import { plainHttpWarning } from './plain-http.ts';
import type { Running } from './run-command.ts';
import { root } from './run-program.ts';
import { UserError } from './user-error.ts';
import { type WatchedBy, watchRequests } from './watch-requests.ts';

/** Left by the desk's instrumentation in this process (see lib/desk/desk.ts). */
type DeskStart =
  | {
      stop(): Promise<void>;
      setUpLink: string | null;
      notice: string | null;
      desk: StartedParts;
      refreshMetrics(): Promise<void>;
    }
  | { failure: unknown };
type StartedParts = WatchedBy & { metrics: { registry: Registry } };

const startPlace = Symbol.for('front-desk.desk');
const lookEveryMs = 20;

/** Next answers requests before its instrumentation is done, and also where it failed: this waits for the outcome. */
async function awaitDeskStart(): Promise<Exclude<DeskStart, { failure: unknown }>> {
  const shared = globalThis as { [startPlace]?: DeskStart };
  while (!shared[startPlace]) await sleep(lookEveryMs);
  const start = shared[startPlace];
  if ('failure' in start) throw start.failure;
  return start;
}

/** Starts the desk in this process, on its embedded database unless DESK_DATABASE_URL names another. */
export async function startDeskProgram({ dev = false } = {}): Promise<Running> {
  const { dataDir } = readLaunchSettings();
  // a mistake in the environment is told before anything is built or started
  const env = readEnv({ ...process.env, DESK_DATABASE_URL: process.env.DESK_DATABASE_URL || 'postgres://embedded' });
  if (!dev) await buildDesk();

  let handle: http.RequestListener = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end('The desk is starting.');
  };
  const server = http.createServer((request, response) => handle(request, response));
  await listen(server, env.PORT, env.HOST);
  const database = await openProgramDatabase('desk', dataDir, 'own').catch((error) => {
    server.close();
    throw error;
  });
  Object.assign(process.env, {
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DESK_DATABASE_URL: database.url,
    NEXTAUTH_URL: env.DESK_URL,
    DESK_VERSION: process.env.DESK_VERSION || (dev ? '' : readBuildId()),
  });
  try {
    const { default: next } = await import('next');
    const app = next({ dev, dir: root, hostname: env.HOST, port: env.PORT, httpServer: server });
    await app.prepare();
    const desk = await awaitDeskStart();
    const answer = guardRequests(app.getRequestHandler(), env.DESK_URL);
    handle = dev ? answer : watchRequests(answer, desk.desk, readDeskRoutes());
    const { registry } = desk.desk.metrics;
    const metrics = await openMetricsServer('DESK_METRICS_PORT', { registry, refresh: desk.refreshMetrics });
    console.log(`Desk ready at ${env.DESK_URL}`);
    if (desk.notice) console.log(desk.notice);
    const warning = plainHttpWarning(env);
    if (warning) console.warn(warning);
    if (desk.setUpLink) console.log(`Nobody can sign in yet. Make the first manager here, once: ${desk.setUpLink}`);
    process.send?.({ ready: env.DESK_URL });
    return {
      ended: database.ended,
      stop: async () => {
        server.close();
        await metrics.close();
        await desk.stop();
        server.closeAllConnections();
        await app.close();
        await database.stop();
      },
    };
  } catch (error) {
    server.close();
    await database.stop();
    throw error;
  }
}

/** What Next called the build. */
const readBuildId = () => fs.readFileSync(path.join(root, '.next', 'BUILD_ID'), 'utf8').trim();

function listen(server: http.Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} on ${host} is already in use: stop what uses it, or set PORT to another port.`,
        EACCES: `Port ${port} on ${host} may not be used by this user: set PORT to a port above 1023.`,
        EADDRNOTAVAIL: `HOST is "${host}", which is no address of this machine: set it to one, such as 127.0.0.1.`,
        ENOTFOUND: `HOST is "${host}", which is no address of this machine: set it to one, such as 127.0.0.1.`,
      };
      const reason = reasons[error.code ?? ''];
      reject(reason ? new UserError(reason) : error);
    });
    server.listen(port, host, resolve);
  });
}
