import type { AdminOptions } from '#platform/admin/main.ts';
import { hostInUrl } from '#platform/base/host-in-url.ts';
import { asksForHelp } from '#programs/base/asks-for-help.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { UserError } from '#programs/base/user-error.ts';
import { openProgramDatabase } from '#programs/postgresql/program-database.ts';
import { readPlatformSecret } from './platform-secret.ts';

interface PlatformCommand extends Pick<AdminOptions, 'readInput' | 'signal' | 'write' | 'writeError'> {
  /** Environment from which DATA_DIR, the database and the secrets of the platform are read. */
  env: NodeJS.ProcessEnv;
}

/** The first prepares a database that cannot be used yet, the second writes what the routes contain, the others ask a running sandbox. */
const withoutDatabase = ['print-roles-sql', 'postman', 'listen', 'trigger'];

/**
 * Runs one operator command of the platform, whether or not the platform runs.
 * @param argv the arguments after the program's name
 * @returns the exit code: 0, or 1 after a mistake that was explained
 */
export async function runPlatformCommand(argv: string[], { env, ...options }: PlatformCommand): Promise<number> {
  const { runAdmin } = await import('#platform/admin/main.ts');
  const { dataDir, host, platformPort } = readLaunchSettings(env);
  const needsDatabase = !withoutDatabase.includes(argv[0] ?? '') && !asksForHelp(argv);
  const database = needsDatabase ? await openProgramDatabase('platform', dataDir, 'share', env) : undefined;
  try {
    return await runAdmin(argv, {
      ...options,
      databaseUrl: database?.url ?? '',
      sandbox: {
        url: `${env.PLATFORM_TLS_CERT ? 'https' : 'http'}://${hostInUrl(host)}:${platformPort}`,
        token: env.PLATFORM_SANDBOX_TOKEN || undefined,
      },
      readSecrets: () => ({
        secret: env.PLATFORM_SECRET || requireKeptSecret(dataDir),
        previousSecret: env.PLATFORM_SECRET_PREVIOUS || undefined,
      }),
    });
  } finally {
    await database?.stop();
  }
}

/** The secret of the platform that has started here: it could not read what a command seals under another secret. */
function requireKeptSecret(dataDir: string): string {
  const secret = readPlatformSecret(dataDir);
  if (secret) return secret;
  throw new UserError(
    `PLATFORM_SECRET is not set, and ${dataDir} holds no platform.secret: set PLATFORM_SECRET or DATA_DIR as the platform has it, or start the platform first.`,
  );
}
