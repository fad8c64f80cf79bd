import { Command, Option } from 'commander';
import type { Clock, Ids } from '#platform/base/clock-and-ids.ts';
import type { OperatorDatabase } from '#platform/db/client.ts';
import { renewAccessToken } from '#platform/services/access-tokens/renew.ts';
import { recomputeAnalytics } from '#platform/services/analytics/recompute.ts';
import { createApiKey } from '#platform/services/api-keys/create.ts';
import { listApiKeys } from '#platform/services/api-keys/list.ts';
import { revokeApiKey } from '#platform/services/api-keys/revoke.ts';
import { blacklistEmail } from '#platform/services/emails/blacklist.ts';
import { listExports } from '#platform/services/exports/files/list.ts';
import { listGyms } from '#platform/services/gyms/list.ts';
import { requireGym } from '#platform/services/gyms/require.ts';
import { createGym } from '#platform/services/new-gyms/create.ts';
import { productLocales } from '#platform/services/new-gyms/products-of-new-gym.ts';
import { type Operator, OperatorMistake } from '#platform/services/operator.ts';
import { createOwner } from '#platform/services/owners/create.ts';
import { listOwners } from '#platform/services/owners/list.ts';
import { removeOwner } from '#platform/services/owners/remove.ts';
import { removePasskeys } from '#platform/services/owners/remove-passkeys.ts';
import { resealDatabase } from '#platform/services/secret/reseal.ts';
import { setSharing } from '#platform/services/sharing/set.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import { writeDemoPast } from '#platform/simulator/demo-past.ts';
import { drawDemoPortraits } from '#platform/simulator/demo-portraits.ts';
import { defaultDemoSeed, seedDemo } from '#platform/simulator/seed-demo.ts';
import { simulateTraining } from '#platform/simulator/simulate-training.ts';
import type { Seal } from '#shared/seal/seal.ts';
import {
  readCount,
  readDay,
  readEmail,
  readName,
  readPermissions,
  readSeed,
  readTimeZone,
  refuseBackwards,
} from './arguments.ts';
import { readRoleName, rolesSql } from './roles-sql.ts';

interface AdminTools {
  database: OperatorDatabase;
  clock: Clock;
  ids: Ids;
  /** @throws OperatorMistake if PLATFORM_SECRET is not set */
  openSeal(): Seal;
  /** Reads a password from standard input, without the line break that a shell appends. */
  readPassword(): Promise<string>;
}

/** Opens the database, runs the command and prints its result. */
export type RunCommand = (command: (tools: AdminTools) => Promise<unknown>) => Promise<void>;

interface Surroundings {
  write: (text: string) => void;
  writeError: (text: string) => void;
  /** Migrates the database to this version. For every other command, the platform must have migrated it. */
  upgradeDatabase: () => Promise<void>;
  /** Continues with numbers that were not given out after the backup of a restored database. */
  skipNumbers: () => Promise<void>;
}

/** The operator's commands. Each prints one JSON document. */
export function buildCommands(run: RunCommand, surroundings: Surroundings): Command {
  const { write, writeError, upgradeDatabase, skipNumbers } = surroundings;
  const program = new Command('platform:admin')
    .description('What the operator of the platform does.')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: writeError });
  const inTransaction = (work: (operator: Operator) => Promise<unknown>) =>
    run(({ database, clock, ids }) => database.transaction((sql) => work({ sql, clock, ids })));

  program
    .command('print-roles-sql')
    .description('Prints the SQL that makes the roles the platform works as, for a login role that may not make any.')
    .option('--login <name>', 'role that PLATFORM_DATABASE_URL names', readRoleName, 'platform')
    .action(({ login }) => write(rolesSql(login)));

  program
    .command('create-gym')
    .description('Makes a gym with its credentials and products.')
    .requiredOption('--name <name>', 'name of the gym', readName)
    .requiredOption('--time-zone <zone>', 'IANA time zone, such as Europe/Berlin', readTimeZone)
    .option('--chain <id>', 'chain the gym belongs to; without it the gym gets one of its own')
    .option('--corporate-network', 'the gym is in the corporate fitness network', false)
    .option('--plus1', 'the gym takes part in Plus1', false)
    .addOption(new Option('--locale <locale>', 'the language of its products').choices(productLocales).default('en'))
    .action(({ name, timeZone, chain, corporateNetwork, plus1, locale }) =>
      inTransaction((operator) =>
        createGym(operator, {
          name,
          timeZone,
          chainId: chain,
          isInCorporateNetwork: corporateNetwork,
          takesPartInPlus1: plus1,
          locale,
        }),
      ),
    );

  program
    .command('list-gyms')
    .description('Lists all gyms and whether their software was heard of in the last 24 hours.')
    .action(() => inTransaction(listGyms));

  program
    .command('create-key')
    .description('Makes an API key of a gym. It is shown once.')
    .requiredOption('--gym <id>', 'the gym')
    .requiredOption('--permissions <list>', 'permissions, separated by commas', readPermissions)
    .action(({ gym, permissions }) =>
      inTransaction(async (operator) => {
        const { chainId, gymId } = await requireGym(operator, gym);
        return createApiKey(operator, { chainId, gymId, permissions });
      }),
    );

  program
    .command('list-keys')
    .description('Lists the API keys of a gym, revoked ones too.')
    .requiredOption('--gym <id>', 'the gym')
    .action(({ gym }) =>
      inTransaction(async (operator) => listApiKeys(operator, (await requireGym(operator, gym)).gymId)),
    );

  program
    .command('revoke-key')
    .description('Revokes an API key at once.')
    .requiredOption('--key <id>', 'its keyId; `list-keys` shows it')
    .action(({ key }) =>
      inTransaction(async (operator) => {
        const revoked = await revokeApiKey(operator, { keyId: key });
        if (!revoked) throw new OperatorMistake(`There is no key ${key} that could be revoked.`);
        return revoked;
      }),
    );

  program
    .command('renew-token')
    .description(
      'Gives a gym another access token of the gym interface, version 1. It is shown once; the old one ends.',
    )
    .requiredOption('--gym <id>', 'the gym')
    .action(({ gym }) =>
      inTransaction(async (operator) => renewAccessToken(operator, await requireGym(operator, gym))),
    );

  program
    .command('create-owner')
    .description(
      'Makes an owner of a gym, who may open its console; the password is read from standard input. For an owner there is already, sets a new password, removes all passkeys and ends all sessions.',
    )
    .requiredOption('--gym <id>', 'the gym')
    .requiredOption('--email <address>', 'the address to sign in with; it owns no other gym', readEmail)
    .action(({ gym, email }) =>
      run(async ({ database, clock, ids, readPassword }) => {
        const password = await readPassword();
        return database.transaction((sql) => createOwner({ sql, clock, ids }, { gymId: gym, email, password }));
      }),
    );

  program
    .command('list-owners')
    .description('Lists who may open the console of which gym.')
    .action(() => inTransaction(listOwners));

  program
    .command('remove-passkeys')
    .description(
      'Removes all passkeys of an owner who has lost a device, or gives seven more days to add a required one, and ends all sessions: then the password alone signs in.',
    )
    .requiredOption('--email <address>', 'the address of the owner', readEmail)
    .action(({ email }) => inTransaction((operator) => removePasskeys(operator, email)));

  program
    .command('remove-owner')
    .description('Ends all sessions of an owner and allows no new one. The keys of the gym stay.')
    .requiredOption('--email <address>', 'the address of the owner', readEmail)
    .action(({ email }) => inTransaction((operator) => removeOwner(operator, email)));

  program
    .command('issue-tan')
    .description('Issues a corporate fitness entitlement.')
    .requiredOption('--starts <day>', 'first day, yyyy-MM-dd', readDay)
    .option('--ends <day>', 'last day, yyyy-MM-dd; without it the entitlement has no end', readDay)
    .option('--plus1', 'the entitlement is for a Plus1 guest', false)
    .action(({ starts, ends, plus1 }) => {
      refuseBackwards(starts, ends);
      return inTransaction((operator) => issueTan(operator, { startsOn: starts, endsOn: ends, isPlus1: plus1 }));
    });

  program
    .command('blacklist-email')
    .description('Keeps an e-mail address from becoming a member.')
    .requiredOption('--email <address>', 'the address', readEmail)
    .action(({ email }) => inTransaction((operator) => blacklistEmail(operator, email)));

  const setSharingOf = (command: string, description: string, sharesData: boolean) =>
    program
      .command(command)
      .description(description)
      .requiredOption('--gym <id>', 'a gym of the chain')
      .requiredOption('--account <id>', 'the account')
      .action(({ gym, account }) =>
        inTransaction((operator) => setSharing(operator, { gymId: gym, accountId: account, sharesData })),
      );
  setSharingOf('opt-out', 'Notes that a member does not share data with third parties.', false);
  setSharingOf('opt-in', 'Notes that a member shares data with third parties again.', true);

  program
    .command('compute-analytics')
    .description(
      'Computes all weekly metrics anew at once, for who does not wait for the night or repaired data by hand.',
    )
    .option('--gym <id>', 'the gym; without it every gym, one after the other')
    .action(({ gym }) =>
      run(async ({ database, clock, ids }) => {
        const gyms = await database.transaction(async (sql) =>
          gym === undefined ? listGyms({ sql, clock, ids }) : [await requireGym({ sql, clock, ids }, gym)],
        );
        return recomputeAnalytics(database, gyms, clock());
      }),
    );

  program
    .command('list-exports')
    .description('Lists the latest 100 files that a gym asked for, and why they failed.')
    .requiredOption('--gym <id>', 'the gym')
    .action(({ gym }) => inTransaction((operator) => listExports(operator, gym)));

  program
    .command('reseal')
    .description(
      'Seals the secrets of webhooks anew under PLATFORM_SECRET; PLATFORM_SECRET_PREVIOUS is what they were sealed under.',
    )
    .option('--secret-is-lost', 'goes on with PLATFORM_SECRET although what is stored was sealed under another one')
    .action(({ secretIsLost: isLost = false }) =>
      run(({ database, openSeal }) => database.transaction((sql) => resealDatabase({ sql }, openSeal(), { isLost }))),
    );

  program
    .command('upgrade-database')
    .description('Brings the database to this version. Platforms of an earlier one must not run on it any more.')
    .action(upgradeDatabase);

  program
    .command('skip-numbers')
    .description(
      'After a restore: gives no member, task, webhook, gym or product a number that another one got after the backup.',
    )
    .action(skipNumbers);

  program
    .command('seed-demo')
    .description('Writes the demo chain where it is missing, and tells what is in it.')
    .option('--seed <number>', 'another number makes other people', readSeed, defaultDemoSeed)
    .addOption(new Option('--locale <locale>', 'the language of its texts').choices(productLocales).default('en'))
    .action(({ seed, locale }) => run(({ database, clock }) => seedDemo(database, { seed, now: clock(), locale })));

  program
    .command('draw-demo-portraits', { hidden: true })
    .requiredOption('--from <number>', 'how many members are left out', Number)
    .requiredOption('--count <number>', 'how many members are looked at', readCount('--count', 1_000))
    .action(({ from, count }) =>
      run(({ database, clock }) => drawDemoPortraits(database, { from, count, now: clock() })),
    );

  program
    .command('write-demo-past', { hidden: true })
    .action(() => run(({ database, clock }) => writeDemoPast(database, defaultDemoSeed, clock())));

  program
    .command('simulate-training')
    .description(
      'Writes what people of a gym would have trained in the days before today: workouts, assessments and measurements. A gym that has fewer members gets invented ones. The same seed makes the same training; what is there already is not written twice.',
    )
    .requiredOption('--gym <id>', 'the gym')
    .requiredOption('--members <number>', 'how many members train', readCount('--members', 100_000))
    .requiredOption('--days <number>', 'for how many days', readCount('--days', 760))
    .option('--seed <number>', 'another number makes other training', readSeed, 1)
    .option('--until <day>', 'the last day, yyyy-MM-dd; without it the day before today', readDay)
    .action(({ gym, members, days, seed, until }) =>
      run((tools) => simulateTraining(tools, { gymId: gym, members, days, seed, until })),
    );

  return program;
}
