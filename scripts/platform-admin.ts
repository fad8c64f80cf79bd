import { text } from 'node:stream/consumers';
import { openProgramDatabase } from './embedded-database.ts';
import { readLaunchSettings } from './launch-settings.ts';
import { keepPlatformSecret } from './platform-secret.ts';
import { runOnce } from './run-command.ts';

await runOnce(async () => {
  const { runAdmin } = await import('#platform/admin/main.ts');
  const { dataDir } = readLaunchSettings();
  // what it prints is for a database that cannot be used yet
  const needsDatabase = process.argv[2] !== 'print-roles-sql';
  const database = needsDatabase ? await openProgramDatabase('platform', dataDir, 'share') : undefined;
  try {
    return await runAdmin(process.argv.slice(2), {
      databaseUrl: database?.url ?? '',
      readSecrets: () => ({
        secret: process.env.PLATFORM_SECRET || keepPlatformSecret(dataDir),
        previousSecret: process.env.PLATFORM_SECRET_PREVIOUS || undefined,
      }),
      readInput: () => text(process.stdin),
      write: (answer: string) => process.stdout.write(answer),
    });
  } finally {
    await database?.stop();
  }
});
