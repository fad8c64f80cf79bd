import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ChildProgram } from '#programs/base/child-program.ts';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { startDemo, startDesk, startPlatform } from '#programs/demo/demo.ts';
import { runPlatformAdmin } from '#programs/demo/run-admin.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import type { InDatabase } from '#tools/testing/with-database.ts';
import type { Cluster } from './cluster.ts';
import { type Balancer, openPrimaryRoute, type PrimaryRoute, startBalancer } from './haproxy.ts';
import type { Packages } from './packages.ts';

/** Two machines, each with a desk, a platform and the HAProxy through which they reach the primary. */
export interface Machines {
  /** Balances windows between the two desks. */
  deskUrl: string;
  /** Balances desks between the two platforms. */
  platformUrl: string;
  routes: readonly [PrimaryRoute, PrimaryRoute];
  password: string;
  /** The id of the first gym of the platform. */
  findFirstGym(): Promise<string | undefined>;
  /** Queries the current primary, as the second machine reaches it. */
  inDatabase: InDatabase;
  /** How often a program ended without being stopped. */
  unexpectedEnds(): number;
  stop(): Promise<void>;
}

interface MachinesOptions {
  cluster: Cluster;
  packages: Packages;
  folder: string;
}

const databases = ['desk', 'platform'] as const;
const owner = 'front_desk';
const password = 'correct horse battery';

export async function startMachines({ cluster, packages, folder }: MachinesOptions): Promise<Machines> {
  const routes = await Promise.all([
    openPrimaryRoute({ cluster, packages, logFile: path.join(folder, 'haproxy-1.log') }),
    openPrimaryRoute({ cluster, packages, logFile: path.join(folder, 'haproxy-2.log') }),
  ]);
  const stops: (() => Promise<unknown>)[] = routes.map((route) => route.stop);
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    await makeDatabases(cluster);
    const [desks = 0, platforms = 0, ...ports] = await findFreePorts(6);
    const deskUrl = `http://127.0.0.1:${desks}`;
    const platformUrl = `http://127.0.0.1:${platforms}`;
    const [desk1 = 0, desk2 = 0, platform1 = 0, platform2 = 0] = ports;
    const balancer = await openFront({
      packages,
      folder,
      ports: { desks, platforms, desk1, desk2, platform1, platform2 },
    });
    stops.push(balancer.stop);
    const environmentOf = (route: PrimaryRoute, deskPort: number, platformPort: number): NodeJS.ProcessEnv => ({
      ...ownSurroundings(),
      DATA_DIR: path.join(folder, 'data'),
      DEMO_PASSWORD: password,
      DESK_URL: deskUrl,
      PORT: String(deskPort),
      PLATFORM_PORT: String(platformPort),
      PLATFORM_DIALECT: '',
      DESK_DATABASE_URL: addressOf(route, 'desk'),
      PLATFORM_DATABASE_URL: addressOf(route, 'platform'),
    });
    const one = environmentOf(routes[0], desk1, platform1);
    const two = environmentOf(routes[1], desk2, platform2);
    const demo = await startDemo({ env: one, deskScript: 'programs/desk.ts', gymUrl: platformUrl });
    const programs = [
      keepRunning(() => startPlatform(one), demo.platform),
      keepRunning(() => startDesk(one, 'programs/desk.ts'), demo.desk),
      keepRunning(() => startPlatform(two), await startPlatform(two)),
      keepRunning(() => startDesk(two, 'programs/desk.ts'), await startDesk(two, 'programs/desk.ts')),
    ];
    stops.push(() => Promise.all(programs.map((program) => program.stop())));
    return {
      deskUrl,
      platformUrl,
      routes,
      password,
      findFirstGym: async () => (await runPlatformAdmin<{ gymId: string }[]>(two, ['list-gyms']))[0]?.gymId,
      inDatabase: (program, work) => inDatabaseAt(addressOf(routes[1], program), work),
      unexpectedEnds: () => programs.reduce((sum, program) => sum + program.unexpectedEnds(), 0),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const addressOf = (route: PrimaryRoute, database: string) =>
  `postgres://${owner}:${encodeURIComponent(password)}@127.0.0.1:${route.port}/${database}`;

/** The operator's one-time setup, by psql. */
async function makeDatabases(cluster: Cluster): Promise<void> {
  const { ports } = await cluster.findPrimary();
  const url = `postgres://postgres:${cluster.superuserPassword}@127.0.0.1:${ports.postgresql}/postgres`;
  await inDatabaseAt(url, async (client) => {
    await client.query(`create role ${owner} login createrole password ${pg.escapeLiteral(password)}`);
    for (const database of databases) await client.query(`create database ${database} owner ${owner}`);
  });
}

async function inDatabaseAt<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the current statement reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Front {
  packages: Packages;
  folder: string;
  ports: Record<'desks' | 'platforms' | 'desk1' | 'desk2' | 'platform1' | 'platform2', number>;
}

function openFront({ packages, folder, ports }: Front): Promise<Balancer> {
  const at = (port: number) => `127.0.0.1:${port}`;
  const { desks, platforms, desk1, desk2, platform1, platform2 } = ports;
  return startBalancer({
    packages,
    configuration: 'haproxy-programs.cfg',
    port: desks,
    logFile: path.join(folder, 'haproxy-front.log'),
    env: {
      DESKS_LISTEN: at(desks),
      DESK1: at(desk1),
      DESK2: at(desk2),
      PLATFORMS_LISTEN: at(platforms),
      PLATFORM1: at(platform1),
      PLATFORM2: at(platform2),
    },
  });
}

const retryEveryMs = 1_000;

/** Restarts a program when it ends, as a supervisor would. */
function keepRunning(start: () => Promise<ChildProgram>, first: ChildProgram) {
  let child: ChildProgram | undefined = first;
  let isWanted = true;
  let unexpectedEnds = 0;
  const watching = watch();

  async function watch(): Promise<void> {
    while (isWanted) {
      await child?.ended;
      child = undefined;
      if (!isWanted) return;
      unexpectedEnds += 1;
      while (isWanted && !child) {
        child = await start().catch(() => undefined);
        if (!child) await sleep(retryEveryMs);
      }
    }
  }

  return {
    unexpectedEnds: () => unexpectedEnds,
    stop: async () => {
      isWanted = false;
      await child?.stop();
      await watching;
    },
  };
}
