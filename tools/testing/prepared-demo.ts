import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { startDemo } from '#programs/demo/demo.ts';
import { ownSurroundings } from './own-surroundings.ts';
import { untilMembersAreRead } from './until-members-are-read.ts';
import { databasesOf } from './with-database.ts';

/** The data folder that stacks of this run copy instead of creating databases and the demo chain in them. */
const variable = 'PREPARED_DEMO';

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
 * desk that has read the members. The start of each stack gives its copy the addresses of its own programs, like the start
 * of a demo with other ports.
 * @returns removes the folder
 */
export async function prepareDemo(): Promise<() => void> {
  // by the program that has started this one
  if (process.env[variable]) return () => {};
  const dataDir = makeStackFolder();
  const [deskPort = 0, platformPort = 0] = await findFreePorts(2);
  const remove = () => {
    delete process.env[variable];
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    // the platform cannot deliver there, so its database holds no webhook of this desk, whose port another one may have later
    const env = { ...stackEnvironment({ dataDir, deskPort, platformPort }), DESK_URL: 'http://desk.test' };
    const demo = await startDemo({ env, deskScript: 'programs/desk.ts' });
    await untilMembersAreRead(databasesOf({ dataDir })).finally(demo.stop);
  } catch (error) {
    remove();
    throw error;
  }
  process.env[variable] = dataDir;
  return remove;
}

/** Fills the data folder of a stack with the prepared demo, if there is one. */
export function copyPreparedDemo(dataDir: string): void {
  const prepared = process.env[variable];
  // unlike fs.cpSync, keeps the owners of the files
  if (prepared) execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}
