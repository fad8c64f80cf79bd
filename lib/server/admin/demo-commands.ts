import 'server-only';
import type { Command } from 'commander';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { demoPortraits, keepDemoPortraits } from '#lib/server/demo/keep-portraits.ts';
import { demoVisitEvents, keepDemoVisits } from '#lib/server/demo/keep-visits.ts';
import { demoPlan, seedDemo } from '#lib/server/demo/seed.ts';
import type { AdminContext, AdminHost } from './admin-context.ts';

/** Makes the action of a command that works on an open desk. */
export type RunCommand = <Options>(
  command: (context: AdminContext<keyof AdminHost>, options: Options) => Promise<unknown>,
) => (options: Options) => Promise<void>;

/** The commands by which the launcher fills the desk of the demo. */
export function addDemoCommands(program: Command, { host, run }: { host: AdminHost; run: RunCommand }): void {
  program
    .command('seed-demo', { hidden: true })
    .requiredOption('--file <path>', 'the plan as JSON; - for standard input')
    .action(async (options: { file: string }) => {
      // runs before the desk of the demo starts, maybe on the data folder of an earlier version
      await migrateDatabase(host.readEnv().DESK_DATABASE_URL);
      await run(async ({ desk }, { file }: { file: string }) => {
        const text = file === '-' ? await host.readInput() : await host.readFile(file);
        const seeded = await seedDemo(desk, demoPlan.parse(JSON.parse(text)));
        return { locations: seeded.locations.map(({ id, name }) => ({ id, name })) };
      })(options);
    });
  program
    .command('keep-demo-visits', { hidden: true })
    .action(run(async ({ desk }) => keepDemoVisits(desk, demoVisitEvents.parse(JSON.parse(await host.readInput())))));
  program
    .command('keep-demo-portraits', { hidden: true })
    .action(run(async ({ desk }) => keepDemoPortraits(desk, demoPortraits.parse(JSON.parse(await host.readInput())))));
}
