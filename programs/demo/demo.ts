import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { DemoCard } from '#lib/wire/demo-cards.ts';
import { type ChildProgram, startChild } from '#programs/base/child-program.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { drizzleOnce, root, youngGeneration } from '#programs/base/run-program.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import { environmentOfDesk, environmentOfPlatform } from './demo-environment.ts';
import { newDemoState, readDemoState, writeDemoState } from './demo-state.ts';
import { startSeeding } from './start-seeding.ts';

export interface Demo {
  platform: ChildProgram;
  desk: ChildProgram;
  password: string;
  cards: DemoCard[];
  stop(): Promise<void>;
}

/** The scripts that start a desk. */
export type DeskScript = 'programs/desk.ts' | 'programs/desk/desk-dev.ts' | 'tools/chaos/herd/narrow-desk.ts';

export interface DemoOptions {
  /** The environment for both programs; DATA_DIR and the ports are read from it. */
  env: NodeJS.ProcessEnv;
  /** `desk.ts`, or `desk-dev.ts` for reload. */
  deskScript: DeskScript;
  /** Where the desk reaches the platform; by default the platform's own address. */
  gymUrl?: string;
  /** What the desk waits for, unlike the platform. */
  deskBuilt?: Promise<void>;
}

/** Starts the platform with the demo chain and a desk connected to it, each as a child process. */
export async function startDemo({ deskScript, deskBuilt, ...options }: DemoOptions): Promise<Demo> {
  const { platform, password, cards } = await startDemoPlatform(options);
  try {
    await deskBuilt;
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
}: Omit<DemoOptions, 'deskScript' | 'deskBuilt'>): Promise<Pick<Demo, 'platform' | 'password' | 'cards'>> {
  const { dataDir } = readLaunchSettings(env);
  const state = readDemoState(dataDir) ?? newDemoState();
  if (env.DEMO_PASSWORD) state.password = env.DEMO_PASSWORD;
  writeDemoState(dataDir, state);

  const seeding = startSeeding(env);
  const platform = await startPlatform(env).catch(async (error) => {
    await seeding.giveUp();
    throw error;
  });
  try {
    // unless it listens on loopback only, the sandbox refuses to be switched
    state.sandboxUrl = isLoopback(new URL(platform.address).hostname) ? platform.address : undefined;
    writeDemoState(dataDir, state);
    const cards = await seeding.seed({ gymUrl: gymUrl ?? platform.address, platformUrl: platform.address });
    return { platform, password: state.password, cards };
  } catch (error) {
    await platform.stop();
    throw error;
  }
}

export function startPlatform(env: NodeJS.ProcessEnv): Promise<ChildProgram> {
  const { dataDir } = readLaunchSettings(env);
  return startChild({
    script: 'programs/platform.ts',
    env: environmentOfPlatform(env),
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
      ...environmentOfDesk(env),
      DESK_SECRET: env.DESK_SECRET || state?.deskSecret,
      DEMO_PLATFORM_URL: state?.sandboxUrl,
    },
    logFile: path.join(dataDir, 'logs', 'desk.log'),
  });
}

/** In place of gigabytes, below which V8 keeps the garbage of writing three months of visits. */
const oldGeneration = '--max-old-space-size=192';

/**
 * Adds the demo's past to a running demo, in a low-priority child process: 90 days of visits, and portraits of most
 * members.
 * @returns stops it; the next start continues
 */
export function startPast(env: NodeJS.ProcessEnv): () => Promise<void> {
  const { dataDir } = readLaunchSettings(env);
  const log = fs.openSync(path.join(dataDir, 'logs', 'demo-past.log'), 'a', 0o600);
  const script = path.join(root, 'programs', 'demo-past.ts');
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', youngGeneration, oldGeneration, ...drizzleOnce, script],
    {
      cwd: root,
      // otherwise each thread of the image library has a heap of its own that only grows
      env: { ...env, MALLOC_ARENA_MAX: '1' },
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    },
  );
  fs.closeSync(log);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return () => {
    child.kill();
    return ended;
  };
}
