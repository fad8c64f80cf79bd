import path from 'node:path';
import { UserError } from '#programs/base/user-error.ts';
import { openCluster } from './cluster.ts';
import { checkExternalDatabase } from './external-database.ts';
import { prepareProgramRole } from './program-role.ts';
import { requireRestored } from './require-restored.ts';

export interface ProgramDatabase {
  url: string;
  /** Settles with a message if an embedded database ended and could not be restarted. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

const programs = {
  platform: {
    variable: 'PLATFORM_DATABASE_URL',
    database: 'platform',
    groups: ['front_desk_platform', 'front_desk_operator'],
  },
  desk: { variable: 'DESK_DATABASE_URL', database: 'desk', groups: [] },
} as const;

/** Opens a program's database: the one its variable names, otherwise the embedded one under `dataDir`. */
export async function openProgramDatabase(
  program: keyof typeof programs,
  dataDir: string,
  access: 'own' | 'share',
  env: NodeJS.ProcessEnv = process.env,
): Promise<ProgramDatabase> {
  const { variable, database, groups } = programs[program];
  const given = env[variable];
  if (!given) {
    requireRestored(dataDir);
    const cluster = await openCluster({ home: path.join(dataDir, program), database, access, tell: console.error });
    try {
      return { ...cluster, url: await prepareProgramRole({ url: cluster.url, groups }) };
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }
  if (!/^postgres(ql)?:\/\//.test(given)) {
    throw new UserError(`${variable} is not a PostgreSQL address: set it to postgres://user:password@host:5432/name.`);
  }
  if (namesSeveralHosts(given)) {
    throw new UserError(
      `${variable} names several hosts: name one, such as the HAProxy of deploy/ha, which knows which of them is the primary.`,
    );
  }
  await checkExternalDatabase(variable, given);
  return { url: given, ended: new Promise(() => {}), stop: async () => {} };
}

/** A form that libpq accepts and node-postgres does not. */
const namesSeveralHosts = (url: string) =>
  /^[^/]*\/\/([^/?]*@)?[^/?@]*,/.test(url) || /[?&]host=[^&]*(,|%2c)/i.test(url);
