import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { type BackupNote, deleteOldBackups, describeOtherFolder, requireLatestName } from './backup/backup-folder.ts';
import { makeBackup } from './backup/make-backup.ts';
import { readLaunchSettings } from './base/launch-settings.ts';
import { runAbortable } from './base/run-command.ts';
import { UserError } from './base/user-error.ts';
import { readDemoState } from './demo/demo-state.ts';

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('give a number from 1 on.');
  return count;
}

const describeContents = ({ programs }: BackupNote): string =>
  Object.entries(programs)
    .map(([program, { tables, rows }]) => `${program} (${rows} rows in ${tables} tables)`)
    .join(', ');

/** What a restored program lacks because it was never in the data folder. */
function describeOmissions({ programs }: BackupNote, dataDir: string): string[] {
  const { DESK_DATABASE_URL, PLATFORM_DATABASE_URL, DESK_SECRET, PLATFORM_SECRET } = process.env;
  const outside = (variable: string) =>
    `The database that ${variable} names is not in this backup: back it up with the tools of its PostgreSQL.`;
  const elsewhere = (variable: string) =>
    `${variable} is not in this backup: keep it elsewhere, stored keys cannot be read without it.`;
  return [
    ...(DESK_DATABASE_URL ? [outside('DESK_DATABASE_URL')] : []),
    ...(PLATFORM_DATABASE_URL ? [outside('PLATFORM_DATABASE_URL')] : []),
    ...(programs.desk && (DESK_SECRET || !readDemoState(dataDir)) ? [elsewhere('DESK_SECRET')] : []),
    ...(PLATFORM_SECRET ? [elsewhere('PLATFORM_SECRET')] : []),
  ];
}

const commandUntil = (signal: AbortSignal) =>
  new Command('npm run backup --')
    .description('copies the embedded databases and secrets of both programs, while they run, and reads the copy back')
    .argument('<folder>', 'an existing one, where backups are kept; each gets a folder of its own in it')
    .option(
      '--keep <count>',
      'keep the newest ones that this command made of this data folder, delete its older ones',
      readCount,
    )
    .action(async (folder: string, { keep }: { keep?: number }) => {
      const { dataDir } = readLaunchSettings();
      const target = path.resolve(folder);
      const { backup, note } = await makeBackup({ dataDir, target, signal });
      console.log(
        `${backup}: everything in ${dataDir} up to ${note.asOf}, read back whole: ${describeContents(note)}.`,
      );
      if (note.files.length > 0)
        console.log(`With it: ${note.files.join(', ')}. They hold secrets: keep the folder closed.`);
      for (const sentence of describeOmissions(note, dataDir)) console.log(sentence);
      requireLatestName(backup);
      const other = describeOtherFolder(backup); // by the backup before, which may be deleted next
      for (const old of keep ? deleteOldBackups(backup, keep) : []) console.log(`${old} is deleted.`);
      if (other) throw new UserError(other);
    });

await runAbortable(async (signal) => {
  await commandUntil(signal).parseAsync();
  return 0;
});
