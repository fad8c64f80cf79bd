import path from 'node:path';
import { Command } from 'commander';
import { requireBackup } from './backup/backup-folder.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { readLaunchSettings } from './base/launch-settings.ts';
import { runAbortable } from './base/run-command.ts';

const commandUntil = (signal: AbortSignal) =>
  new Command('npm run restore --')
    .description('puts a backup into the data folder (DATA_DIR), which must be empty')
    .argument('<folder>', 'a backup, or the folder that backups of one data folder are kept in: then the newest')
    .action(async (folder: string) => {
      const { dataDir } = readLaunchSettings();
      const { backup, note } = requireBackup(path.resolve(folder));
      const { needsCarryOver } = await restoreBackup({ backup, note, dataDir, signal });
      console.log(`${dataDir} holds ${backup} now: everything up to ${note.asOf}.`);
      if (note.programs.platform) {
        console.log(
          'Before the platform starts, revoke and remove again what was revoked and removed at it since, such as keys: "Before a restored platform starts" in docs/operate.md.',
        );
        console.log(
          needsCarryOver
            ? 'After the carry-over, run "npm run -s platform:admin -- skip-numbers": the platform would give out numbers again that members, tasks, webhooks and gyms have got since.'
            : 'The platform does not give out numbers again that members, tasks, webhooks and gyms have got since.',
        );
      }
      console.log(
        `Start the programs with DATA_DIR=${dataDir}, and with the DESK_SECRET that was set when the backup was made.`,
      );
      console.log(
        `The next start and the nightly backup need this DATA_DIR too: look in .env and in the line of cron. Where programs or a nightly backup of the gym’s former data folder or machine still run, end them.`,
      );
    });

await runAbortable(async (signal) => {
  await commandUntil(signal).parseAsync();
  return 0;
});
