import fs from 'node:fs';
import type { DemoCard } from '#lib/wire/demo-cards.ts';
import type { Dialect } from '#platform/http/sandbox/dialects.ts';
import type { ChildProgram } from '#programs/base/child-program.ts';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { type DeskScript, startDesk, startPlatform } from '#programs/demo/demo.ts';
import { runPlatformAdmin } from '#programs/demo/run-admin.ts';
import { makeStackFolder, stackEnvironment, startCopiedDemo } from './prepared-demo.ts';
import { runDeskAdmin } from './run-desk-admin.ts';
import { startValidatingProxy } from './validating-proxy.ts';
import { withDatabase } from './with-database.ts';

/** A desk and a platform of one test worker. Each can be killed and restarted. */
export interface Stack {
  deskUrl: string;
  platformUrl: string;
  /** The URL at which desks reach the platform. */
  gymUrl: string;
  /** Violations of the published document between desk and platform since the last call. */
  takeViolations(): string[];
  password: string;
  /** The cards of the demo chain. */
  cards: DemoCard[];
  dataDir: string;
  /** When both programs were ready and the demo chain was seeded. */
  startedAt: Date;
  /** The current processes; undefined where one was killed. */
  programs(): { desk: ChildProgram | undefined; platform: ChildProgram | undefined };
  killDesk(): Promise<void>;
  /** Suspends the desk: it keeps running, and answers no request. */
  freezeDesk(): void;
  thawDesk(): void;
  /** @param changes changes of the environment, until the desk is killed again */
  startDesk(changes?: Record<string, string>): Promise<void>;
  killPlatform(): Promise<void>;
  startPlatform(): Promise<void>;
  platformAdmin<T>(...args: string[]): Promise<T>;
  /** @param input the stdin of the command: a password */
  platformAdminWithInput<T>(args: string[], input: string): Promise<T>;
  /** @param input the stdin of the command: a password or a key */
  deskAdmin<T>(args: string[], input?: string): Promise<T>;
  /** @returns the id of a location, by default the demo's: tests that share this stack add their own locations */
  findLocation(name?: string): Promise<string>;
  stop(): Promise<void>;
}

interface StackOptions {
  deskScript?: DeskScript;
  /** The dialect of the platform; absent: our own. */
  dialect?: Dialect;
  /** Whether all requests and responses between desk and platform are validated against the published document. */
  isValidated?: boolean;
  /** Additional environment variables of both programs. */
  environment?: Record<string, string>;
}

/** Without the desk's command, whose process would take a second of a core. */
async function findLocationId(stack: Stack, name: string): Promise<string> {
  return withDatabase(stack, 'desk', async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from locations where name = $1', [name]);
    if (!rows[0]) throw new Error(`The desk has no gym named ${name}.`);
    return rows[0].id;
  });
}

export async function startStack({
  deskScript = 'programs/desk.ts',
  dialect,
  isValidated = false,
  environment,
}: StackOptions = {}): Promise<Stack> {
  const dataDir = makeStackFolder();
  const [deskPort = 0, platformPort = 0] = await findFreePorts(2);
  const env: NodeJS.ProcessEnv = {
    ...stackEnvironment({ dataDir, deskPort, platformPort }),
    PLATFORM_DIALECT: dialect ?? '',
    ...environment,
  };
  const proxy = isValidated
    ? await startValidatingProxy({ platformPort, checksAnswers: dialect !== 'other' })
    : undefined;
  const demo = await startCopiedDemo({ env, deskScript, gymUrl: proxy?.url }).catch((error: unknown) => {
    fs.rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  let desk: ChildProgram | undefined = demo.desk;
  let platform: ChildProgram | undefined = demo.platform;
  const stack: Stack = {
    deskUrl: demo.desk.address,
    platformUrl: demo.platform.address,
    gymUrl: proxy?.url ?? demo.platform.address,
    takeViolations: () => proxy?.takeViolations() ?? [],
    password: demo.password,
    cards: demo.cards,
    dataDir,
    startedAt: new Date(),
    programs: () => ({ desk, platform }),
    killDesk: async () => {
      await desk?.kill();
      desk = undefined;
    },
    freezeDesk: () => desk?.freeze(),
    thawDesk: () => desk?.thaw(),
    startDesk: async (changes = {}) => {
      desk ??= await startDesk({ ...env, ...changes }, deskScript);
    },
    killPlatform: async () => {
      await platform?.kill();
      platform = undefined;
    },
    startPlatform: async () => {
      platform ??= await startPlatform(env);
    },
    platformAdmin: <T>(...args: string[]) => runPlatformAdmin<T>(env, args),
    platformAdminWithInput: <T>(args: string[], input: string) => runPlatformAdmin<T>(env, args, input),
    deskAdmin: <T>(args: string[], input?: string) => runDeskAdmin<T>(env, args, input),
    findLocation: (name = 'München West') => findLocationId(stack, name),
    stop: async () => {
      // a killed program leaves its database running: restarting and stopping the program shuts it down cleanly
      desk ??= await startDesk(env, deskScript);
      platform ??= await startPlatform(env);
      await Promise.all([desk.stop(), platform.stop()]);
      await proxy?.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return stack;
}
