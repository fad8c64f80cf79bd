import fs from 'node:fs';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { readEnv } from '#lib/server/base/env.ts';
import { admitRequests, type DoorLimits } from '#lib/server/door/admit-requests.ts';
import { answerBeforeNext } from '#lib/server/door/answer-before-next.ts';
import { answerClock } from '#lib/server/door/answer-clock.ts';
import { guardRequests } from '#lib/server/door/guard-requests.ts';
import { proxyTest } from '#lib/server/door/is-proxy.ts';
import { refuseUpgrades } from '#lib/server/door/refuse-upgrades.ts';
import { requireHttps } from '#lib/server/door/require-https.ts';
import { preferCompressed, readCompressedFiles } from '#lib/server/door/serve-compressed.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { openMetricsServer } from '#programs/base/metrics-server.ts';
import type { Running } from '#programs/base/run-command.ts';
import { root } from '#programs/base/run-program.ts';
import { actionsOfBuild } from '#programs/build/actions-of-build.ts';
import { buildDesk } from '#programs/build/build-desk.ts';
import { refuseDemoFolder } from '#programs/demo/demo-place.ts';
import { refuseClusterOfAnother } from '#programs/postgresql/cluster-folder.ts';
import { openProgramDatabase } from '#programs/postgresql/program-database.ts';
import type { Readiness } from '#shared/database/readiness.ts';
import { watchVersion } from '#shared/database/watch-version.ts';
import { isListed, networkListOf } from '#shared/network/network-list.ts';
import { tellClientAddress } from '#shared/sign-in/client-address.ts';
import { readDeskRoutes } from './desk-routes.ts';
import { openDeskServer } from './desk-server.ts';
import { plainHttpWarning } from './plain-http.ts';
import { type WatchedBy, watchRequests } from './watch-requests.ts';

/** Set by the desk's instrumentation in this process (see lib/server/base/desk-context.ts). */
type DeskStart =
  | {
      stop(answerRequests: () => Promise<void>): Promise<void>;
      readReadiness(): Promise<Readiness>;
      setUpLink: string | null;
      locationNamed(name: string): string | undefined;
      hasSession(cookies: string | undefined): boolean;
      findAnswer(method: string | undefined, path: string): ((request: Request) => Promise<Response>) | undefined;
      isSetUpOpen(): Promise<boolean>;
      notice: string | null;
      desk: StartedParts;
      refreshMetrics(): Promise<void>;
    }
  | { failure: unknown };
type StartedParts = WatchedBy & {
  clock(): number;
  metrics: { registry: Registry };
  crowd: { note(): void; noteLists(): void };
};

const startPlace = Symbol.for('front-desk.desk');
const lookEveryMs = 20;
const buildFolder = path.join(root, '.next');

/** Next answers requests before its instrumentation is done, and even if it failed: this waits for the outcome. */
async function awaitDeskStart(): Promise<Exclude<DeskStart, { failure: unknown }>> {
  // safe because: only lib/server/base/desk-context.ts writes under the symbol
  const shared = globalThis as { [startPlace]?: DeskStart };
  while (!shared[startPlace]) await sleep(lookEveryMs);
  const start = shared[startPlace];
  if ('failure' in start) throw start.failure;
  return start;
}

interface DeskOptions {
  dev?: boolean;
  /** Limits of concurrent and waiting requests, if other than the defaults. */
  doorLimits?: DoorLimits;
}

/** Starts the desk in this process, on its embedded database unless DESK_DATABASE_URL names another. */
export async function startDeskProgram({ dev = false, doorLimits }: DeskOptions = {}): Promise<Running> {
  const { dataDir } = readLaunchSettings();
  // reports a mistake in the environment before anything is built or started
  const env = readEnv({ ...process.env, DESK_DATABASE_URL: process.env.DESK_DATABASE_URL || 'postgres://embedded' });
  refuseDemoFolder(process.env);
  if (!process.env.DESK_DATABASE_URL) refuseClusterOfAnother(path.join(dataDir, 'desk'));
  if (!dev) await buildDesk();

  const server = await openDeskServer({ port: env.PORT, host: env.HOST });
  const database = await openProgramDatabase('desk', dataDir, 'own').catch((error) => {
    server.close();
    throw error;
  });
  Object.assign(process.env, {
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DESK_DATABASE_URL: database.url,
    NEXTAUTH_URL: env.DESK_URL,
    // Next forwards an action here if another page has it by now; by default it would use the browser's origin, TLS
    // included
    __NEXT_PRIVATE_ORIGIN: addressOfOwn(env),
    DESK_VERSION: process.env.DESK_VERSION || (dev ? '' : readBuildId()),
    // as in Next's standalone output: reading next.config.ts again would load the compiler
    ...(!dev && { __NEXT_PRIVATE_STANDALONE_CONFIG: readBuiltConfig() }),
  });
  try {
    const { default: next } = await import('next');
    const app = next({ dev, dir: root, hostname: env.HOST, port: env.PORT, httpServer: server.server });
    await app.prepare();
    if (!dev) refuseUpgrades(server.server); // in development the page receives changes over a WebSocket
    const desk = await awaitDeskStart();
    const actionOf = actionsOfBuild(dev);
    const options = {
      deskUrl: env.DESK_URL,
      knowsAction: (id: string) => actionOf(id) !== undefined,
      isOffered: async (id: string) => actionOf(id) !== 'setUp' || desk.isSetUpOpen(),
    };
    const ownNetworks = networkListOf(env.DESK_PLAIN_HTTP_NETWORKS);
    const isProxy = proxyTest(env.DESK_TRUSTED_PROXIES, server.server.address());
    const mayBePlain = (address: string) => isListed(address, ownNetworks);
    const rules = { deskUrl: env.DESK_URL, isProxy, mayBePlain };
    const handle = app.getRequestHandler();
    const answered = dev ? handle : answerBeforeNext(handle, desk);
    const { crowd, clock } = desk.desk;
    const waits = { people: crowd.note, lists: crowd.noteLists };
    const admitted = answerClock(admitRequests(answered, desk, doorLimits, waits), clock);
    const built = dev ? handle : preferCompressed(admitted, readCompressedFiles(buildFolder));
    const guarded = guardRequests(built, options);
    const answer = requireHttps(tellClientAddress(guarded, isProxy), rules);
    const watched = () => watchRequests(answer, desk.desk, { routeOf: readDeskRoutes(), actionOf });
    server.serve(dev ? answer : watched(), desk.readReadiness);
    const { registry } = desk.desk.metrics;
    const metrics = await openMetricsServer('DESK_METRICS_PORT', { registry, refresh: desk.refreshMetrics });
    console.log(`Desk ready at ${env.DESK_URL}`);
    if (desk.notice) console.log(desk.notice);
    const warning = plainHttpWarning(env);
    if (warning) console.warn(warning);
    if (desk.setUpLink) console.log(`Nobody can sign in yet. Make the first manager here, once: ${desk.setUpLink}`);
    process.send?.({ ready: env.DESK_URL });
    const version = watchVersion({ program: 'desk', readReadiness: desk.readReadiness });
    return {
      ended: Promise.race([database.ended, version.ended]),
      stop: async () => {
        version.stop();
        await desk.stop(server.drain);
        await metrics.close();
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

/** Where this machine reaches the desk, bypassing every proxy. */
function addressOfOwn({ HOST, PORT }: { HOST: string; PORT: number }): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${PORT}`;
}

/** The settings of next.config.ts as of the build, which Next has written down as JSON. */
function readBuiltConfig(): string {
  const file = path.join(buildFolder, 'required-server-files.json');
  const { config } = JSON.parse(fs.readFileSync(file, 'utf8')) as { config: object }; // safe because: Next wrote it
  return JSON.stringify(config);
}

/** The build id. */
const readBuildId = () => fs.readFileSync(path.join(buildFolder, 'BUILD_ID'), 'utf8').trim();
