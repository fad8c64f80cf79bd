import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Permission, permissions } from '#contracts/v2/operations.ts';
import type { DemoCard } from '#lib/wire/demo-cards.ts';
import { type ChildProgram, startChild } from '#programs/base/child-program.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { drizzleOnce, root } from '#programs/base/run-program.ts';
import { type Cluster, openCluster } from '#programs/postgresql/cluster.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import { type DemoState, newDemoState, readDemoState, writeDemoState } from './demo-state.ts';
import { runDeskAdmin, runPlatformAdmin } from './run-admin.ts';

/** The output of `seed-demo` of the operator's CLI. */
interface DemoChain {
  gyms: { gymId: string; name: string; timeZone: string; capacity: number | null }[];
  cards: DemoCard[];
  presence: { gymId: string; accountId: string; since: string }[];
  trainers: { gymId: string; accountId: string }[];
}

export const demoStaff = [
  { email: 'reception@demo.example', name: 'Ana Keller', role: 'reception', isLinked: true },
  { email: 'trainer@demo.example', name: 'Jonas Brandt', role: 'trainer', isLinked: true },
  // shows what staff see whose account is not linked
  { email: 'manager@demo.example', name: 'Mira Sommer', role: 'manager', isLinked: false },
] as const;

const trainersOf = ({ trainers }: DemoChain, gym: string): string[] =>
  trainers.filter(({ gymId }) => gymId === gym).map(({ accountId }) => accountId);

interface Demo {
  platform: ChildProgram;
  desk: ChildProgram;
  password: string;
  cards: DemoCard[];
  stop(): Promise<void>;
}

/** The scripts that start a desk. */
export type DeskScript = 'programs/desk.ts' | 'programs/desk/desk-dev.ts' | 'tools/chaos/herd/narrow-desk.ts';

interface DemoOptions {
  /** The environment for both programs; DATA_DIR and the ports are read from it. */
  env: NodeJS.ProcessEnv;
  /** `desk.ts`, or `desk-dev.ts` for reload. */
  deskScript: DeskScript;
  /** Where the desk reaches the platform; by default the platform's own address. */
  gymUrl?: string;
}

/** Starts the platform with the demo chain and a desk connected to it, each as a child process. */
export async function startDemo({ deskScript, ...options }: DemoOptions): Promise<Demo> {
  const { platform, password, cards } = await startDemoPlatform(options);
  try {
    const desk = await startDesk(options.env, deskScript);
    const stop = async () => {
      await desk.stop();
      await platform.stop();
    };
    return { platform, desk, password, cards, stop };
  } catch (error) {
    await platform.stop();
    throw error;
  }
}

/** Starts the platform with the demo chain, and prepares the data of a desk that is connected to it. */
async function startDemoPlatform({
  env,
  gymUrl,
}: Omit<DemoOptions, 'deskScript'>): Promise<Pick<Demo, 'platform' | 'password' | 'cards'>> {
  const { dataDir } = readLaunchSettings(env);
  const state = readDemoState(dataDir) ?? newDemoState();
  if (env.DEMO_PASSWORD) state.password = env.DEMO_PASSWORD;
  writeDemoState(dataDir, state);

  const platform = await startPlatform(env);
  try {
    // unless it listens on loopback only, the sandbox refuses to be switched
    state.sandboxUrl = isLoopback(new URL(platform.address).hostname) ? platform.address : undefined;
    const database = await openDeskDatabase(env);
    const addresses = { gymUrl: gymUrl ?? platform.address, platformUrl: platform.address };
    const cards = await seedDesk(addresses, state, env).finally(() => database?.stop());
    return { platform, password: state.password, cards };
  } catch (error) {
    await platform.stop();
    throw error;
  }
}

/** The demo's locations must be in the desk's database before its first start, and a command creates no database. */
function openDeskDatabase(env: NodeJS.ProcessEnv): Promise<Cluster> | undefined {
  if (env.DESK_DATABASE_URL) return undefined;
  const home = path.join(readLaunchSettings(env).dataDir, 'desk');
  return openCluster({ home, database: 'desk', access: 'own' });
}

export function startPlatform(env: NodeJS.ProcessEnv): Promise<ChildProgram> {
  const { dataDir } = readLaunchSettings(env);
  return startChild({
    script: 'programs/platform.ts',
    env: { PLATFORM_SANDBOX: '1', ...env },
    logFile: path.join(dataDir, 'logs', 'platform.log'),
  });
}

/** Starts a desk on the demo's data in DATA_DIR. */
export function startDesk(env: NodeJS.ProcessEnv, script: DeskScript): Promise<ChildProgram> {
  const { dataDir } = readLaunchSettings(env);
  const state = readDemoState(dataDir);
  return startChild({
    script,
    env: {
      DESK_SECURITY_CONTACT: 'mailto:security@demo.example',
      ...env,
      DESK_SECRET: env.DESK_SECRET || state?.deskSecret,
      DEMO_PLATFORM_URL: state?.sandboxUrl,
    },
    logFile: path.join(dataDir, 'logs', 'desk.log'),
  });
}

/**
 * Adds the demo's past to a running demo, in a low-priority child process: 90 days of visits, and portraits of most
 * members.
 * @returns stops it; the next start continues
 */
export function startPast(env: NodeJS.ProcessEnv): () => Promise<void> {
  const { dataDir } = readLaunchSettings(env);
  const log = fs.openSync(path.join(dataDir, 'logs', 'demo-past.log'), 'a', 0o600);
  const script = path.join(root, 'programs', 'demo-past.ts');
  const child = spawn(process.execPath, ['--conditions=react-server', ...drizzleOnce, script], {
    cwd: root,
    env,
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  fs.closeSync(log);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return () => {
    child.kill();
    return ended;
  };
}

interface Addresses {
  /** Where the desk reaches the platform. */
  gymUrl: string;
  platformUrl: string;
}

/** @returns the cards of the demo chain */
async function seedDesk(
  { gymUrl, platformUrl }: Addresses,
  state: DemoState,
  env: NodeJS.ProcessEnv,
): Promise<DemoCard[]> {
  const { dataDir } = readLaunchSettings(env);
  const chain = await runPlatformAdmin<DemoChain>(env, ['seed-demo', '--locale', env.DEMO_LOCALE || 'en']);
  state.exportKeys ??= {};
  const { apiKeys, exportKeys } = state;
  for (const { gymId } of chain.gyms) {
    const createKey = async (allowed: readonly Permission[]) => {
      const args = ['create-key', '--gym', gymId, '--permissions', allowed.join(',')];
      return (await runPlatformAdmin<{ apiKey: string }>(env, args)).apiKey;
    };
    apiKeys[gymId] ??= await createKey(permissions);
    exportKeys[gymId] ??= await createKey(['export']);
    writeDemoState(dataDir, state);
  }
  const legacy = state.legacy ?? {};
  for (const { gymId } of chain.gyms) {
    legacy[gymId] ??= await runPlatformAdmin(env, ['renew-token', '--gym', gymId]);
    writeDemoState(dataDir, { ...state, legacy });
  }
  const v1Of = (gymId: string) => {
    const { legacyGymId = 0, accessToken: token = '' } = legacy[gymId] ?? {};
    return { url: `${platformUrl}/v1`, gymId: String(legacyGymId), token };
  };
  const demo = {
    locations: chain.gyms.map(({ gymId, name, timeZone, capacity }) => ({
      name,
      timeZone,
      capacity,
      apiUrl: gymUrl,
      apiKey: apiKeys[gymId],
      v1: v1Of(gymId),
      dataExport: { url: platformUrl, key: exportKeys[gymId] },
    })),
    staff: demoStaff.map((person, index) => ({
      ...person,
      password: state.password,
      accountIds: person.isLinked ? chain.gyms.map(({ gymId }) => trainersOf(chain, gymId)[index]) : [],
    })),
    cards: chain.cards,
    presence: chain.presence.map(({ gymId, accountId, since }) => ({
      locationIndex: chain.gyms.findIndex((gym) => gym.gymId === gymId),
      accountId,
      since,
    })),
  };
  await runDeskAdmin(
    { ...env, DESK_SECRET: env.DESK_SECRET || state.deskSecret },
    ['seed-demo', '--file', '-'],
    JSON.stringify(demo),
  );
  return chain.cards;
}
