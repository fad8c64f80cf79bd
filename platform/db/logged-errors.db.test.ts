import { eq, sql as raw } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chainProfiles } from '#platform/db/schema/accounts.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { describeError } from '#shared/log/describe-error.ts';

const platform = startTestPlatform();

const failureOf = async (run: () => Promise<unknown>): Promise<unknown> => {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
};

test('an error about a value is logged with its location, not with the value', async () => {
  const gym = await platform.newGym();
  const email = 'canary@example.org';
  await createMember(gym, { email });
  const { read, find } = platform.db.chain(gym.chainId);
  const failures = [
    await failureOf(() => read((sql) => sql.execute(raw`UPDATE memberships SET start_of_contract = ${email}`))),
    await failureOf(() => find({ name: 'bad', text: 'SELECT $1::uuid' }, [email])),
    await failureOf(() => read((sql) => sql.select().from(chainProfiles).where(eq(chainProfiles.accountId, email)))),
    await failureOf(() => platform.rows('INSERT INTO chains SELECT * FROM chains')),
  ];
  for (const failure of failures) {
    const described = JSON.stringify(describeError(failure));
    expect(described).not.toContain('canary');
    expect(described).toMatch(/"code":"2[23]/);
  }
});

test('a connection error is logged without the password', async () => {
  const lost = Object.assign(new Error('Connection terminated unexpectedly'), { client: { password: 'hidden' } });
  const described = JSON.stringify(describeError(lost));
  expect(described).toContain('terminated unexpectedly');
  expect(described).not.toContain('hidden');
});
