import path from 'node:path';
import { Command } from 'commander';
import { programs } from './backup/backup-folder.ts';
import { carryOverCluster, majorOf } from './carry-over/carry-over-cluster.ts';
import { findOldBinaries } from './carry-over/old-binaries.ts';
import { findBinaries } from './embedded-postgres/binaries.ts';
import { findClusterFolder } from './embedded-postgres/cluster-folder.ts';
import { findOperatingUser } from './embedded-postgres/operating-user.ts';
import { readLaunchSettings } from './launch-settings.ts';
import { runOnce } from './run-command.ts';

const command = new Command('npm run carry-over --')
  .description('carries the databases under DATA_DIR over from an earlier PostgreSQL to the one this Front Desk brings')
  .argument('<folder>', 'the programs of the earlier PostgreSQL, such as /usr/lib/postgresql/17/bin')
  .action(async (folder: string) => {
    const user = findOperatingUser();
    const [oldBinaries, binaries] = [findOldBinaries(path.resolve(folder), user), findBinaries(user)];
    for (const program of programs) {
      const cluster = findClusterFolder(path.join(readLaunchSettings().dataDir, program), user);
      if (!cluster || majorOf(cluster) >= binaries.major) {
        console.log(`${program}: nothing to carry over.`);
        continue;
      }
      const { kept, contents } = await carryOverCluster({ program, folder: cluster, oldBinaries, binaries, user });
      console.log(
        `${program}: ${contents.rows} rows are carried over. The old database is kept in ${kept}: delete it when all is well.`,
      );
    }
  });

await runOnce(async () => {
  await command.parseAsync();
  return 0;
});
