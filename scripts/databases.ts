import fs from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { folderIn } from './embedded-postgres/cluster-folder.ts';
import { requireNotHalfCarried } from './embedded-postgres/half-carried.ts';
import { listOutsideClusters, nameCluster, type OutsideCluster } from './embedded-postgres/outside-clusters.ts';
import { readLaunchSettings } from './launch-settings.ts';
import { runOnce } from './run-command.ts';
import { UserError } from './user-error.ts';

function describe({ name, home, isNamed, isRunning, lastUsed }: OutsideCluster): string {
  const state = isNamed ? (isRunning ? 'in use' : 'kept') : 'named by no data folder';
  return [name, lastUsed?.toISOString() ?? 'never used', state, home ?? 'unknown'].join('  ');
}

/** @throws UserError unless there is one of that name that no data folder names */
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

function remove(name: string): void {
  const { outside, isRunning } = requireLost(name);
  if (isRunning) throw new UserError(`The database "${name}" is running: stop the program that uses it first.`);
  fs.rmSync(outside, { recursive: true });
  console.log(`${outside} is deleted.`);
}

const command = new Command('npm run databases --')
  .description('databases that lie outside their data folder, because PostgreSQL’s user could not enter that')
  .action(() => {
    const clusters = listOutsideClusters();
    console.log(clusters.map(describe).join('\n') || 'No database lies outside its data folder on this machine.');
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
