import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { fixedSeed, seed } from '#shared/testing/seed.ts';
import { belongingCommands } from './two-faces-belonging-commands.ts';
import type { Real, TwoFacesCommand } from './two-faces-command.ts';
import { compareList, comparePerson, compareTasks } from './two-faces-comparison.ts';
import { memberCommands } from './two-faces-member-commands.ts';
import { emptyChain, type TwoFacedChain } from './two-faces-model.ts';
import { taskCommands } from './two-faces-task-commands.ts';

const platform = startTestPlatform();

const rowsOf = async <Row extends object>(statement: string, ...values: unknown[]) =>
  platform.rows<Row>(statement, values);

async function runAgainstModel(commands: Iterable<TwoFacesCommand>): Promise<void> {
  platform.logged.length = 0;
  const gym = await platform.newGym();
  const { chainId } = gym;
  const model: TwoFacedChain = emptyChain();
  const passSeconds = (seconds: number) => {
    platform.time.now = new Date(platform.time.now.getTime() + 1_000 * seconds);
  };
  const real: Real = {
    gym,
    run: randomUUID(),
    passSecond: () => passSeconds(1),
    accountOf: async (userId) => {
      const statement = 'SELECT account_id AS id FROM chain_profiles WHERE chain_id = $1 AND legacy_user_id = $2';
      const [found] = await rowsOf<{ id: string }>(statement, chainId, userId);
      return found?.id ?? '';
    },
  };
  await fc.asyncModelRun(() => ({ model, real }), commands);

  for (const person of model.people) {
    passSeconds(1);
    await comparePerson(model, gym, person);
  }
  await compareList(model, gym);
  await compareTasks(model, gym);
  const visits = await rowsOf<{ visit: string }>(
    `SELECT account_id || ' ' || kind || ' ' || (extract(epoch FROM occurred_at) * 1000)::bigint AS visit
     FROM visits WHERE chain_id = $1`,
    chainId,
  );
  expect(visits.map(({ visit }) => visit).toSorted()).toEqual([...model.visits].toSorted());
}

const commands = fc.commands([...memberCommands, ...belongingCommands, ...taskCommands], { maxCommands: 40 });
/** This many concurrent runs keep both the platform and PostgreSQL busy. */
const lanes = 4;
/** Of eight seeds, seven find each violation of the controls within 43 runs, and one within 101. */
const runs = 100;
const holds = fc.asyncProperty(commands, runAgainstModel);
/** A seed whose first runs already contain each violation. */
const ofControls = { numRuns: 100, seed: fixedSeed + 6, endOnFailure: true };

test(`a member is the same through both interfaces, after any sequence of operations (TEST_SEED=${seed})`, async () => {
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => fc.assert(holds, { numRuns: runs / lanes, seed: seed + lane })),
  );
});

test('control: a platform whose version 2 shows unmigrated members is detected', async () => {
  await platform.rows(`CREATE FUNCTION show_at_once() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.is_known_to_v2 := true; RETURN NEW; END'`);
  await platform.rows(`CREATE TRIGGER show_at_once BEFORE INSERT ON memberships
    FOR EACH ROW EXECUTE FUNCTION show_at_once()`);
  try {
    expect((await fc.check(holds, ofControls)).failed).toBe(true);
  } finally {
    await platform.rows('DROP TRIGGER show_at_once ON memberships');
  }
});

test('control: a platform that clears the absent fields of a publish is detected', async () => {
  await platform.rows(`CREATE FUNCTION forget_city() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN IF NEW.email <> OLD.email THEN NEW.city := NULL; END IF; RETURN NEW; END'`);
  await platform.rows(`CREATE TRIGGER forget_city BEFORE UPDATE ON chain_profiles
    FOR EACH ROW EXECUTE FUNCTION forget_city()`);
  try {
    expect((await fc.check(holds, ofControls)).failed).toBe(true);
  } finally {
    await platform.rows('DROP TRIGGER forget_city ON chain_profiles');
  }
});
