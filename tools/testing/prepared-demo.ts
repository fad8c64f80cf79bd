import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import type { DemoCard } from '#lib/wire/demo-cards.ts';
import { programs } from '#programs/base/both-programs.ts';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { type Demo, type DemoOptions, startDemo, startDesk, startPlatform } from '#programs/demo/demo.ts';
import { readDemoState, writeDemoState } from '#programs/demo/demo-state.ts';
import { ownSurroundings } from './own-surroundings.ts';
import { untilMembersAreRead } from './until-members-are-read.ts';
import { databasesOf, withDatabase } from './with-database.ts';

/** The data folder that stacks of this run copy instead of creating databases and the demo chain in them. */
export const preparedDemoVariable = 'PREPARED_DEMO';

/** The staff's password in every stack. */
const stackPassword = 'correct horse battery';

interface StackPlace {
  dataDir: string;
  deskPort: number;
  platformPort: number;
}

/** The environment that the programs of a stack are started with. */
export const stackEnvironment = ({ dataDir, deskPort, platformPort }: StackPlace): NodeJS.ProcessEnv => ({
  ...ownSurroundings(),
  DATA_DIR: dataDir,
  PORT: String(deskPort),
  PLATFORM_PORT: String(platformPort),
  // two years of it take most of a core for a while
  PLATFORM_DEMO_TRAINING: '0',
  DEMO_PASSWORD: stackPassword,
});

/** Creates an empty data folder of a stack. */
export function makeStackFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-e2e-'));
  // databases of a run as root belong to another user
  fs.chmodSync(folder, 0o755);
  return folder;
}

/**
 * Creates the databases and the demo chain once, for all stacks that are started later by this process and its children, with a
 * desk that has read the members.
 * @returns removes the folder
 */
export async function prepareDemo(): Promise<() => void> {
  // by the program that has started this one
  if (process.env[preparedDemoVariable]) return () => {};
  const dataDir = makeStackFolder();
  const [deskPort = 0, platformPort = 0] = await findFreePorts(2);
  const remove = () => {
    delete process.env[preparedDemoVariable];
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    // the platform cannot deliver there, so its database holds no webhook of this desk, whose port another one may have later
    const env = { ...stackEnvironment({ dataDir, deskPort, platformPort }), DESK_URL: 'http://desk.test' };
    const demo = await startDemo({ env, deskScript: 'programs/desk.ts' });
    await untilMembersAreRead(databasesOf({ dataDir }))
      .then(() => hashPasswordsQuickly(dataDir))
      .then(() => vacuum(dataDir))
      .finally(demo.stop);
    fs.writeFileSync(cardsFileOf(dataDir), JSON.stringify(demo.cards));
  } catch (error) {
    remove();
    throw error;
  }
  process.env[preparedDemoVariable] = dataDir;
  return remove;
}

/** Most tests sign in, and are not about what guessing a password from its hash would take. */
async function hashPasswordsQuickly(dataDir: string): Promise<void> {
  const quick = await hash(stackPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await withDatabase({ dataDir }, 'desk', (client) =>
    client.query('update staff set password_hash = $1 where password_hash is not null', [quick]),
  );
}

/** Otherwise the database of each copy does so within its first minute. */
async function vacuum(dataDir: string): Promise<void> {
  for (const program of programs) await withDatabase({ dataDir }, program, (client) => client.query('vacuum analyze'));
}

const cardsFileOf = (dataDir: string) => path.join(dataDir, 'cards.json');

/** Starts a demo on a copy of the prepared one, or a new demo if there is none. */
export async function startCopiedDemo(options: DemoOptions): Promise<Omit<Demo, 'stop'>> {
  const prepared = process.env[preparedDemoVariable];
  if (!prepared) return startDemo(options);
  const { dataDir } = readLaunchSettings(options.env);
  // unlike fs.cpSync, keeps the owners of the files
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
  const state = readDemoState(dataDir);
  if (!state) throw new Error('The prepared demo has no state.');
  const platform = await startPlatform(options.env);
  try {
    await giveAddresses(dataDir, platform.address, options.gymUrl);
    writeDemoState(dataDir, { ...state, sandboxUrl: platform.address });
    const desk = await startDesk(options.env, options.deskScript);
    // safe because: the preparation wrote it
    const cards = JSON.parse(fs.readFileSync(cardsFileOf(dataDir), 'utf8')) as DemoCard[];
    return { platform, desk, password: state.password, cards };
  } catch (error) {
    await platform.stop();
    throw error;
  }
}

/** Gives the desk the addresses of its own platform, as the seeding of a demo with other ports does in a process of its own. */
const giveAddresses = (dataDir: string, platformUrl: string, gymUrl = platformUrl): Promise<unknown> =>
  withDatabase({ dataDir }, 'desk', (client) =>
    client.query('update locations set api_url = $1, v1_url = $2, export_url = $3', [
      gymUrl,
      `${platformUrl}/v1`,
      platformUrl,
    ]),
  );
