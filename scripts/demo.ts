import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ChildProgram, startChild } from './child-program.ts';
import { type DemoState, newDemoState, readDemoState, writeDemoState } from './demo-state.ts';
import { readLaunchSettings } from './launch-settings.ts';
import { root } from './run-program.ts';

/** What `seed-demo` of the operator's CLI answers. */
interface DemoChain {
  gyms: { gymId: string; name: string; timeZone: string; capacity: number | null }[];
  cards: { value: string; name: string; shows: string }[];
  presence: { gymId: string; accountId: string; since: string }[];
}

export const demoStaff = [
  { email: 'reception@demo.example', name: 'Ana Keller', role: 'reception' },
  { email: 'trainer@demo.example', name: 'Jonas Brandt', role: 'trainer' },
  { email: 'manager@demo.example', name: 'Mira Sommer', role: 'manager' },
] as const;

export interface Demo {
  platform: ChildProgram;
  desk: ChildProgram;
  password: string;
  stop(): Promise<void>;
}

/** Starts the platform with the demo chain and a desk that works for it, each a process of its own. */
export async function startDemo({ deskScript }: { deskScript: string }): Promise<Demo> {
  const { dataDir } = readLaunchSettings();
  const state = readDemoState(dataDir) ?? newDemoState();
  if (process.env.DEMO_PASSWORD) state.password = process.env.DEMO_PASSWORD;
  writeDemoState(dataDir, state);

  const platform = await startPlatform();
  try {
    await seedDesk(platform.address, state);
    const desk = await startChild({
      script: deskScript,
      env: { ...process.env, DESK_SECRET: process.env.DESK_SECRET || state.deskSecret },
      logFile: path.join(dataDir, 'logs', 'desk.log'),
    });
    const stop = async () => {
      await desk.stop();
      await platform.stop();
    };
    return { platform, desk, password: state.password, stop };
  } catch (error) {
    await platform.stop();
    throw error;
  }
}

export function startPlatform(): Promise<ChildProgram> {
  const { dataDir } = readLaunchSettings();
  return startChild({
    script: 'platform.ts',
    env: { PLATFORM_SANDBOX: '1', ...process.env },
    logFile: path.join(dataDir, 'logs', 'platform.log'),
  });
}

async function seedDesk(platformUrl: string, state: DemoState): Promise<void> {
  const { dataDir } = readLaunchSettings();
  const chain = await runAdmin<DemoChain>('platform-admin.ts', ['seed-demo']);
  for (const { gymId } of chain.gyms) {
    if (state.apiKeys[gymId]) continue;
    const permissions = 'accounts,rfids,nfc,products,visits,tasks,webhooks,notifications,migration,export';
    const { apiKey } = await runAdmin<{ apiKey: string }>('platform-admin.ts', [
      'create-key',
      '--gym',
      gymId,
      '--permissions',
      permissions,
    ]);
    state.apiKeys[gymId] = apiKey;
    writeDemoState(dataDir, state);
  }
  const demo = {
    locations: chain.gyms.map(({ gymId, name, timeZone, capacity }) => ({
      name,
      timeZone,
      capacity,
      apiUrl: platformUrl,
      apiKey: state.apiKeys[gymId],
    })),
    staff: demoStaff.map((person) => ({ ...person, password: state.password })),
    cards: chain.cards,
    presence: chain.presence.map(({ gymId, accountId, since }) => ({
      locationIndex: chain.gyms.findIndex((gym) => gym.gymId === gymId),
      accountId,
      since,
    })),
  };
  await runAdmin('desk-admin.ts', ['seed-demo', '--file', '-'], JSON.stringify(demo), {
    DESK_SECRET: process.env.DESK_SECRET || state.deskSecret,
  });
}

async function runAdmin<T>(script: string, args: string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<T> {
  const conditions = script === 'desk-admin.ts' ? ['--conditions=react-server'] : [];
  const running = promisify(execFile)(process.execPath, [...conditions, path.join(root, 'scripts', script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  running.child.stdin?.end(input);
  const { stdout } = await running;
  return JSON.parse(stdout) as T; // safe because: our own CLI prints this shape
}
