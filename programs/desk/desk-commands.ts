import { mkdir, readFile, writeFile as write } from 'node:fs/promises';
import path from 'node:path';
import type { AdminHost } from '#lib/server/admin/admin-context.ts';
import { runDeskAdmin } from '#lib/server/admin/main.ts';
import { readAdminEnv, readGymAccess } from '#lib/server/base/env.ts';
import { asksForHelp } from '#programs/base/asks-for-help.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { readDemoState } from '#programs/demo/demo-state.ts';
import { openProgramDatabase } from '#programs/postgresql/program-database.ts';

interface DeskCommand extends Pick<AdminHost, 'readInput' | 'print' | 'tell'> {
  /** Environment from which DATA_DIR, the database and the secrets of the desk are read. */
  env: NodeJS.ProcessEnv;
}

/**
 * Runs one operator command of the desk, whether or not the desk runs. The process has been started with
 * `--conditions=react-server`, because the command is server code.
 * @returns its exit code
 */
export async function runDeskCommand(args: string[], { env, ...streams }: DeskCommand): Promise<number> {
  const { dataDir } = readLaunchSettings(env);
  const database = asksForHelp(args) ? undefined : await openProgramDatabase('desk', dataDir, 'share', env);
  // the demo's secret is only for the database under DATA_DIR
  const secret = env.DESK_SECRET || (env.DESK_DATABASE_URL ? undefined : readDemoState(dataDir)?.deskSecret);
  const { DESK_SECRET_PREVIOUS, DESK_URL, HOST, PORT } = env;
  const given = { DESK_SECRET_PREVIOUS, DESK_URL, HOST, PORT };
  try {
    return await runDeskAdmin(args, {
      ...streams,
      readEnv: () => readAdminEnv({ ...given, DESK_SECRET: secret, DESK_DATABASE_URL: database?.url }),
      readGymAccess: () => readGymAccess(env),
      readFile: (file) => readFile(file, 'utf8'),
      // readable by its owner only: it contains ids of members
      writeFile: async (file, pieces) => {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await write(file, pieces, { mode: 0o600 });
      },
    });
  } finally {
    await database?.stop();
  }
}
