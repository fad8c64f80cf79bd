import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Permission, permissions } from '#contracts/v2/operations.ts';
import type { DemoCard } from '#lib/wire/demo-cards.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { runOnce } from '#programs/base/run-command.ts';
import { demoStaff } from '#programs/demo/demo-staff.ts';
import { newDemoState, readDemoState, writeDemoState } from '#programs/demo/demo-state.ts';
import { runPlatformAdmin } from '#programs/demo/run-admin.ts';
import type { Addresses } from '#programs/demo/start-seeding.ts';
import { type Cluster, openCluster } from '#programs/postgresql/cluster.ts';
import { runDesk } from './run-desk.ts';

/** The output of `seed-demo` of the operator's CLI. */
interface DemoChain {
  gyms: { gymId: string; name: string; timeZone: string; capacity: number | null }[];
  cards: DemoCard[];
  presence: { gymId: string; accountId: string; since: string }[];
  trainers: { gymId: string; accountId: string }[];
}

const trainersOf = ({ trainers }: DemoChain, gym: string): string[] =>
  trainers.filter(({ gymId }) => gymId === gym).map(({ accountId }) => accountId);

/**
 * Gives the chain of a running platform to a desk that is not running.
 * @returns the cards of the demo chain
 */
async function seedDesk({ gymUrl, platformUrl }: Addresses, env: NodeJS.ProcessEnv): Promise<DemoCard[]> {
  const { dataDir } = readLaunchSettings(env);
  const state = readDemoState(dataDir) ?? newDemoState();
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
  await runDesk({ ...env, DESK_SECRET: env.DESK_SECRET || state.deskSecret }, ['seed-demo', '--file', '-'], demo);
  return chain.cards;
}

/** The demo's locations must be in the desk's database before its first start, and a command creates no database. */
function openDeskDatabase(env: NodeJS.ProcessEnv): Promise<Cluster> | undefined {
  if (env.DESK_DATABASE_URL) return undefined;
  const home = path.join(readLaunchSettings(env).dataDir, 'desk');
  return openCluster({ home, database: 'desk', access: 'own' });
}

await runOnce(async () => {
  const database = await openDeskDatabase(process.env);
  try {
    const told = await text(process.stdin);
    if (!told) return 1; // the platform did not start
    // safe because: the program that starts this one writes it
    const cards = await seedDesk(JSON.parse(told) as Addresses, process.env);
    process.send?.({ cards });
    return 0;
  } finally {
    await database?.stop();
  }
});
