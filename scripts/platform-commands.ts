import type { AdminOptions } from '#platform/admin/main.ts';
import { openProgramDatabase } from './embedded-database.ts';
import { readLaunchSettings } from './launch-settings.ts';
import { keepPlatformSecret } from './platform-secret.ts';

interface PlatformCommand extends Pick<AdminOptions, 'readInput' | 'write' | 'writeError'> {
  /** Where DATA_DIR, the database and the secrets of the platform are read from. */
  env: NodeJS.ProcessEnv;
}

/**
 * Runs one command of the platform's operator, beside the platform or without it.
 * @param argv the words after the program's name
 * @returns the exit code: 0, or 1 after a mistake that was explained
 */
export async function runPlatformCommand(argv: string[], { env, ...options }: PlatformCommand): Promise<number> {
  const { runAdmin } = await import('#platform/admin/main.ts');
  const { dataDir } = readLaunchSettings(env);
  // what it prints is for a database that cannot be used yet
  const needsDatabase = argv[0] !== 'print-roles-sql';
  const database = needsDatabase ? await openProgramDatabase('platform', dataDir, 'share', env) : undefined;
  try {
    return await runAdmin(argv, {
      ...options,
      databaseUrl: database?.url ?? '',
      readSecrets: () => ({
        secret: env.PLATFORM_SECRET || keepPlatformSecret(dataDir),
        previousSecret: env.PLATFORM_SECRET_PREVIOUS || undefined,
      }),
    });
  } finally {
    await database?.stop();
  }
}
