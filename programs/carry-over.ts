import fs from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { type Program, programs } from '#programs/base/both-programs.ts';
import { readLaunchSettings } from './base/launch-settings.ts';
import { runAbortable } from './base/run-command.ts';
import { UserError } from './base/user-error.ts';
import { releaseLock, tryLock } from './bootstrap/process-lock.mjs';
import { carryOverCluster, majorOf, removeUnfinished } from './carry-over/carry-over-cluster.ts';
import { findOldBinaries } from './carry-over/old-binaries.ts';
import { findBinaries } from './postgresql/binaries.ts';
import { findClusterFolder, placeOfCluster, refuseClusterOfAnother } from './postgresql/cluster-folder.ts';
import { putBackHalfCarried } from './postgresql/half-carried.ts';
import { findOperatingUser } from './postgresql/operating-user.ts';

/** @returns the outcome as a sentence */
async function carryOver(program: Program, oldFolder: string, signal: AbortSignal): Promise<string> {
  const home = path.join(readLaunchSettings().dataDir, program);
  refuseClusterOfAnother(home);
  const user = findOperatingUser();
  const [oldBinaries, binaries] = [findOldBinaries(oldFolder, user), findBinaries(user)];
  if (putBackHalfCarried(placeOfCluster(home))) {
    console.log(`${program}: a carry-over was cut off here before its end. The old database is put back.`);
  }
  const folder = findClusterFolder(home, user);
  if (!folder) return `${program}: nothing to carry over.`;
  await removeUnfinished(folder, user);
  if (majorOf(folder) >= binaries.major) return `${program}: nothing to carry over.`;
  const { kept, contents } = await carryOverCluster({ program, folder, oldBinaries, binaries, user, signal });
  return `${program}: ${contents.rows} rows are carried over. The old database is kept in ${kept}: delete it when all is well.`;
}

/** Locked, so that the unfinished work of a running carry-over is not mistaken for that of a killed one. */
async function withLock(work: () => Promise<void>): Promise<void> {
  const { dataDir } = readLaunchSettings();
  const lock = path.join(dataDir, 'carry-over.unfinished');
  if (!fs.existsSync(dataDir)) return work();
  const owner = tryLock(lock);
  if (owner !== undefined)
    throw new UserError(`Process ${owner} is carrying over the databases in ${dataDir} already.`);
  await work().finally(() => releaseLock(lock));
}

const commandUntil = (signal: AbortSignal) =>
  new Command('npm run carry-over --')
    .description(
      'carries the databases under DATA_DIR over from an earlier PostgreSQL to the one this Front Desk brings',
    )
    .argument('<folder>', 'the programs of the earlier PostgreSQL, such as /usr/lib/postgresql/17/bin')
    .action((folder: string) =>
      withLock(async () => {
        for (const program of programs) console.log(await carryOver(program, path.resolve(folder), signal));
      }),
    );

await runAbortable(async (signal) => {
  await commandUntil(signal).parseAsync();
  return 0;
});
