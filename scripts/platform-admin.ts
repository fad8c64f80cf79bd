import { openProgramDatabase } from './embedded-database.ts';
import { readLaunchSettings } from './launch-settings.ts';
import { runOnce } from './run-command.ts';

await runOnce(async () => {
  const { runAdmin } = await import('#platform/admin/main.ts');
  const database = await openProgramDatabase('platform', readLaunchSettings().dataDir, 'share');
  try {
    return await runAdmin(process.argv.slice(2), {
      databaseUrl: database.url,
      write: (text: string) => process.stdout.write(text),
    });
  } finally {
    await database.stop();
  }
});
