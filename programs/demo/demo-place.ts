import fs from 'node:fs';
import path from 'node:path';
import { asksForHelp } from '#programs/base/asks-for-help.ts';
import { programs } from '#programs/base/both-programs.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { UserError } from '#programs/base/user-error.ts';
import { refuseClusterOfAnother } from '#programs/postgresql/cluster-folder.ts';
import { requireRestored } from '#programs/postgresql/require-restored.ts';
import { readDemoState } from './demo-state.ts';

/** Settings of a production installation; a demo sets all of them itself. */
const productionSettings = ['DESK_DATABASE_URL', 'PLATFORM_DATABASE_URL', 'GYM_API_URL', 'GYM_API_KEY'];

/**
 * The demo writes a chain, staff and months of visits that cannot be removed again: it is only created in an empty
 * place or continued where it was created.
 * @throws UserError anywhere else, if a restore is unfinished, or if a database belongs to another user
 */
export function requireDemoPlace(env: NodeJS.ProcessEnv): void {
  const { dataDir } = readLaunchSettings(env);
  requireRestored(dataDir);
  const instead =
    'start the programs with "npm run platform" and "npm run desk"; for a demo, set DATA_DIR to another folder';
  const given = productionSettings.find((variable) => env[variable]);
  if (given) {
    throw new UserError(`This is no place for the demo, because ${given} is set: ${instead}, without ${given}.`);
  }
  for (const program of programs) refuseClusterOfAnother(path.join(dataDir, program));
  if (readDemoState(dataDir) || !holdsDatabase(dataDir)) return;
  throw new UserError(`This is no place for the demo, because ${dataDir} holds a database of no demo: ${instead}.`);
}

/**
 * Restricts the commands that write the demo, when typed by hand, to the places of the demo.
 * @throws UserError for one of them anywhere else
 */
export function guardDemoCommands(args: readonly string[], env: NodeJS.ProcessEnv): void {
  if (args[0]?.split('-').includes('demo') && !asksForHelp(args)) requireDemoPlace(env);
}

/**
 * A desk database created for the demo has the demo's locations and staff, whatever else is set.
 * @throws UserError if a gym is configured, which this desk would not serve
 */
export function refuseDemoFolder(env: NodeJS.ProcessEnv): void {
  const { dataDir } = readLaunchSettings(env);
  if (!env.GYM_API_URL || env.DESK_DATABASE_URL || !readDemoState(dataDir)) return;
  throw new UserError(`${dataDir} holds the demo: for your own gym, set DATA_DIR to another folder.`);
}

/** Includes a database outside the folder, or one that is being carried over. */
const holdsDatabase = (dataDir: string): boolean =>
  programs.some((program) => {
    const home = path.join(dataDir, program);
    return fs.existsSync(home) && fs.readdirSync(home).some((name) => name.startsWith('postgresql'));
  });
