import 'server-only';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { settingLimits } from '#lib/wire/locations.ts';
import { staffRoles } from '#lib/wire/staff.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import type { AdminHost } from './admin-context.ts';
import { openAdminDesk } from './admin-desk.ts';
import { auditCommand } from './audit.ts';
import { addDemoCommands, type RunCommand } from './demo-commands.ts';
import { exportMemberCommand } from './export-member.ts';
import {
  addLocationCommand,
  endKeyChoices,
  listLocations,
  retireLocationCommand,
  setLocationCommand,
  setReaderCommand,
} from './locations.ts';
import { migrateCommand } from './migrate.ts';
import { outboxCommand } from './outbox.ts';
import { type ResealOptions, resealCommand, resealLost } from './reseal.ts';
import {
  createStaffCommand,
  disableStaff,
  enableStaff,
  listStaff,
  makeSignInLink,
  removePasskeys,
  setPassword,
  setRole,
} from './staff.ts';

/** Runs one of the operator's commands. @returns its exit code */
export async function runDeskAdmin(args: string[], host: AdminHost): Promise<number> {
  const program = commands(host);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof ActionFailure || error instanceof EnvironmentError || error instanceof InvalidArgumentError) {
      host.tell(`${error.message}\n`);
      return 1;
    }
    if (error instanceof z.ZodError) {
      for (const { path, message } of error.issues) host.tell(`${path.join('.')}: ${message}\n`);
      return 1;
    }
    throw error;
  }
}

const location = ['--location <location>', 'its id, slug or name; list-locations shows them'] as const;

function commands(host: AdminHost): Command {
  const answer = (result: unknown) => host.print(`${JSON.stringify(result, null, 2)}\n`);
  const run: RunCommand = (command) => async (options) => {
    const { desk, close } = await openAdminDesk(host.readEnv());
    try {
      answer(await command({ desk, host }, options));
    } finally {
      await close();
    }
  };
  const program = new Command('desk:admin')
    .description('Commands for the operator of the desk. Answers are JSON.')
    .exitOverride()
    .configureOutput({ writeOut: host.tell, writeErr: host.tell });

  program
    .command('create-staff')
    .description('Makes a staff member; the password is read from standard input.')
    .requiredOption('--email <email>', 'e-mail address to sign in with')
    .requiredOption('--name <name>', 'name, as colleagues see it')
    .addOption(new Option('--role <role>', 'what they may do').choices(staffRoles).makeOptionMandatory())
    .option('--location <location...>', 'where they work, by id, slug or name; at all of today’s where left out')
    .action(run(createStaffCommand));
  program
    .command('add-location')
    .description('Adds a location; the API key of its gym is read from standard input.')
    .requiredOption('--name <name>', 'name of the location')
    .requiredOption('--time-zone <zone>', 'IANA name, such as Europe/Berlin')
    .requiredOption('--api-url <url>', 'address of the gym’s platform, without a path')
    .option('--slug <slug>', 'in the address of its pages, /g/<slug>; made of the name where left out')
    .option('--capacity <people>', `how many people may be in at once, up to ${settingLimits.capacity.max}`)
    .action(run(addLocationCommand));
  const fromInput = (flags: string, what: string) =>
    new Option(flags, `${what}; - reads it from standard input`).choices(['-']);
  program
    .command('set-location')
    .description('Changes a location at once. Secrets come by standard input, a line each, in the order below.')
    .requiredOption(...location)
    .option('--name <name>', 'its name')
    .option('--url <url>', 'address of the gym’s platform, without a path')
    .addOption(fromInput('--key <->', 'the API key of the gym'))
    .option('--v1-url <url>', 'address of the legacy interface')
    .option('--v1-gym-id <id>', 'id of the gym in the legacy interface')
    .addOption(fromInput('--v1-token <->', 'the access token of the legacy interface'))
    .option('--export-url <url>', 'address of the data export')
    .addOption(fromInput('--export-key <->', 'the API key of the data export'))
    .option('--from-environment', 'the rest as GYM_API_URL, GYM_API_KEY and those beside them say', false)
    .action(run(setLocationCommand));
  program
    .command('retire-location')
    .description(
      'Ends the work of a location: no scans, nothing read from its platform. Its training is deleted after 30 days.',
    )
    .requiredOption(...location)
    .option('--anyway', 'also with members who are in, and with visits that are not sent yet', false)
    .option('--undo', 'takes the work up again', false)
    .action(run(retireLocationCommand));
  program
    .command('reseal')
    .description(
      'Seals all keys and pictures anew under DESK_SECRET; DESK_SECRET_PREVIOUS is what they were sealed under.',
    )
    .option('--secret-is-lost', 'counts what opens neither under DESK_SECRET nor under DESK_SECRET_PREVIOUS', false)
    .option(
      '--replace-what-does-not-open',
      'with --secret-is-lost: gives it up for good. Badges and pictures are deleted, each key has to be given again',
      false,
    )
    .action(async (options: ResealOptions) =>
      options.secretIsLost ? answer(await resealLost(host, options)) : run(resealCommand)(options),
    );
  program
    .command('set-reader')
    .description('Finds out how the card readers of a location write numbers, by a card whose number is known.')
    .requiredOption(...location)
    .option('--known <number...>', 'the number of a card, as the platform has it: 0x04A23BC2')
    .option('--read <text...>', 'what the reader sends of that card')
    .option('--add', 'the gym keeps its other readers too', false)
    .addOption(new Option('--end-key <key>', 'what they send after a card').choices(endKeyChoices))
    .action(run(setReaderCommand));
  program
    .command('list-locations')
    .description('Lists all locations.')
    .action(run(({ desk }) => listLocations(desk.db)));
  program
    .command('list-staff')
    .description('Lists all staff members.')
    .action(run(({ desk }) => listStaff(desk.db)));
  program
    .command('disable-staff')
    .description('Ends all sessions of a staff member and allows no new one.')
    .requiredOption('--email <email>', 'e-mail address of the staff member')
    .action(run(disableStaff));
  program
    .command('enable-staff')
    .description('Lets a disabled staff member sign in again.')
    .requiredOption('--email <email>', 'e-mail address of the staff member')
    .action(run(enableStaff));
  program
    .command('set-role')
    .description('Changes what a staff member may do, at once.')
    .requiredOption('--email <email>', 'e-mail address of the staff member')
    .addOption(new Option('--role <role>', 'what they may do').choices(staffRoles).makeOptionMandatory())
    .action(run(setRole));
  program
    .command('set-password')
    .description('Gives a staff member a new password, read from standard input, and ends all their sessions.')
    .requiredOption('--email <email>', 'e-mail address of the staff member')
    .action(run(setPassword));
  program
    .command('remove-passkeys')
    .description(
      'Removes all passkeys of a staff member who has lost them, or gives seven more days to add a required one.',
    )
    .requiredOption('--email <email>', 'e-mail address of the staff member')
    .action(run(removePasskeys));
  program
    .command('sign-in-link')
    .description('Makes a link by which a staff member signs in once, within an hour, without a password.')
    .requiredOption('--email <email>', 'e-mail address of the staff member')
    .action(run(makeSignInLink));
  program
    .command('outbox')
    .description('Lists the visits that the platform does not have.')
    .option('--all', 'also those that are settled')
    .option('--settle <id>', 'takes note of a visit that the platform will not have; it stays in the ledger')
    .option('--retry <id>', 'sends a refused or unresolved visit again')
    .option(
      '--resend-since <when>',
      'sends visits since two minutes before then, by its clock, again, each with its own time, to a platform that was restored and has lost them, such as 2026-11-01T08:30:00Z. Ask its provider first: one that does not count equal events once counts those twice that it still has',
    )
    .option('--location <location...>', 'where --resend-since sends again, by id, slug or name')
    .action(run(outboxCommand));
  program
    .command('audit')
    .description('Lists who did what, from a day or a moment on.')
    .requiredOption('--since <when>', 'such as 2026-11-01, or 2026-11-01T08:30:00Z')
    .option('--location <location>', 'of this location alone, by id, slug or name')
    .action(run(auditCommand));
  program
    .command('export-member')
    .description('Writes all that the desk keeps of a member into a folder, as JSON, with the picture beside it.')
    .requiredOption(...location)
    .requiredOption('--account <id>', 'the account of the member, as in the address of the member’s page')
    .requiredOption('--to <folder>', 'where the files are written')
    .action(run(exportMemberCommand));
  program
    .command('migrate')
    .description(
      'Brings members of the legacy interface over, by a CSV file of their user ids; goes on with the last one.',
    )
    .requiredOption(...location)
    .option('--file <path>', 'the list: one column, or one named userId')
    .option('--status', 'shows how far it is')
    .option('--results <path>', 'writes what became of each row, as CSV')
    .option('--pause', 'lets nothing more be sent')
    .option('--resume', 'goes on')
    .option('--cancel', 'ends it; what was not sent never is')
    .action(run(migrateCommand));
  program
    .command('upgrade-database')
    .description('Brings the database to this version. Desks of an earlier one must not run on it any more.')
    .action(async () => {
      await migrateDatabase(host.readEnv().DESK_DATABASE_URL);
      answer({ database: 'upToDate' });
    });
  addDemoCommands(program, { host, run });
  return program;
}
