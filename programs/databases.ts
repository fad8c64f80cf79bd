import fs from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { readLaunchSettings } from './base/launch-settings.ts';
import { runOnce } from './base/run-command.ts';
import { UserError } from './base/user-error.ts';
import { folderIn } from './postgresql/cluster-folder.ts';
import { mayHaveServer } from './postgresql/find-running.ts';
import { requireNotHalfCarried } from './postgresql/half-carried.ts';
import { deleteCluster, listOutsideClusters, nameCluster, type OutsideCluster } from './postgresql/outside-clusters.ts';

async function describe({ name, outside, home, isNamed, lastUsed }: OutsideCluster): Promise<string> {
  const isInUse = isNamed && (await mayHaveServer(folderIn(outside)));
  const state = isNamed ? (isInUse ? 'in use' : 'kept') : 'named by no data folder';
  return [name, lastUsed?.toISOString() ?? 'never used', state, home ?? 'unknown'].join('  ');
}

/** @throws UserError unless a database of that name exists and no data folder points to it */
function requireLost(name: string): OutsideCluster {
  const cluster = listOutsideClusters().find((one) => one.name === name);
  if (!cluster) throw new UserError(`There is no database "${name}": see "npm run databases".`);
  if (cluster.isNamed) throw new UserError(`${cluster.home} still names this database: it is left as it is.`);
  return cluster;
}

function take(name: string, { program }: { program?: string }): void {
  const { outside, home } = requireLost(name);
  const target = path.join(readLaunchSettings().dataDir, program ?? path.basename(home ?? 'desk'));
  for (const file of ['postgresql', 'postgresql.path']) {
    if (!fs.existsSync(path.join(target, file))) continue;
    throw new UserError(`${target} has a database already: set DATA_DIR to another folder, or move that one away.`);
  }
  requireNotHalfCarried(folderIn(target));
  nameCluster(outside, target);
  console.log(`${target} has this database now.`);
}

async function remove(name: string): Promise<void> {
  const cluster = requireLost(name);
  await deleteCluster(cluster);
  console.log(`${cluster.outside} is deleted.`);
}

const command = new Command('npm run databases --')
  .description('databases that lie outside their data folder, because PostgreSQL’s user could not enter that')
  .action(async () => {
    const lines = await Promise.all(listOutsideClusters().map(describe));
    console.log(lines.join('\n') || 'No database lies outside its data folder on this machine.');
  });
command
  .command('take <name>')
  .description('lets the data folder (DATA_DIR), which must have none, take up a database that no other names')
  .option('--program <desk|platform>', 'whose it is, where that cannot be told')
  .action(take);
command.command('delete <name>').description('deletes a database that no data folder names, for good').action(remove);

await runOnce(async () => {
  await command.parseAsync();
  return 0;
});
