import fs from 'node:fs';
import path from 'node:path';
import { asksForHelp } from '#programs/base/asks-for-help.ts';
import { programs } from '#programs/base/both-programs.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { UserError } from '#programs/base/user-error.ts';
import { refuseClusterOfAnother } from '#programs/postgresql/cluster-folder.ts';
import { requireRestored } from '#programs/postgresql/restore-turn.ts';
import { readDemoState } from './demo-state.ts';

/** What is set where the programs work for a gym; a demo brings all of it along. */
const ofGyms = ['DESK_DATABASE_URL', 'PLATFORM_DATABASE_URL', 'GYM_API_URL', 'GYM_API_KEY'];

/**
 * The demo writes a chain, staff and months of visits that nobody can take out again: it is made where it was made before,
 * or where there is nothing yet.
 * @throws UserError anywhere else, where a restore is not done, and where a database is another user's
 */
export function requireDemoPlace(env: NodeJS.ProcessEnv): void {
  const { dataDir } = readLaunchSettings(env);
  requireRestored(dataDir);
  const instead =
    'start the programs with "npm run platform" and "npm run desk"; for a demo, set DATA_DIR to another folder';
  const given = ofGyms.find((variable) => env[variable]);
  if (given) {
    throw new UserError(`This is no place for the demo, because ${given} is set: ${instead}, without ${given}.`);
  }
  for (const program of programs) refuseClusterOfAnother(path.join(dataDir, program));
  if (readDemoState(dataDir) || !holdsDatabase(dataDir)) return;
  throw new UserError(`This is no place for the demo, because ${dataDir} holds a database of no demo: ${instead}.`);
}

/**
 * What is typed for either program: the commands that write the demo are for the places of the demo alone.
 * Scripts that make a place of their own, on databases of their own, say so.
 * @throws UserError for one of them anywhere else
 */
export function guardDemoCommands(args: readonly string[], env: NodeJS.ProcessEnv): void {
  if (env.OWN_DEMO_PLACE) return;
  if (args[0]?.split('-').includes('demo') && !asksForHelp(args)) requireDemoPlace(env);
}

/**
 * A desk that was made for the demo goes on with the demo's locations and staff, whatever else is set.
 * @throws UserError where a gym is named that it would not work for
 */
export function refuseDemoFolder(env: NodeJS.ProcessEnv): void {
  const { dataDir } = readLaunchSettings(env);
  if (!env.GYM_API_URL || env.DESK_DATABASE_URL || !readDemoState(dataDir)) return;
  throw new UserError(`${dataDir} holds the demo: for your own gym, set DATA_DIR to another folder.`);
}

/** Also one that lies elsewhere, or that is just being carried over. */
const holdsDatabase = (dataDir: string): boolean =>
  programs.some((program) => {
    const home = path.join(dataDir, program);
    return fs.existsSync(home) && fs.readdirSync(home).some((name) => name.startsWith('postgresql'));
  });
