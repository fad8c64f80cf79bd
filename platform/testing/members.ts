import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { TestGym, TestPlatform } from './platform.ts';

type Overrides = Partial<Omit<MemberAccountRequest, 'membership'>> & {
  membership?: Partial<MemberAccountRequest['membership']>;
};

/** A valid request for a new, unknown person. */
export function newMember({ membership, ...person }: Overrides = {}): MemberAccountRequest {
  const unique = randomUUID();
  return {
    email: `${unique}@example.org`,
    firstName: 'Lena',
    lastName: 'Vogt',
    gender: 'FEMALE',
    ...person,
    membership: { membershipId: `M-${unique}`, membershipType: 'BASIC', startOfContract: '2024-01-01', ...membership },
  };
}

/** Creates a member and returns their account id. */
export async function createMember(gym: TestGym, overrides: Overrides = {}): Promise<string> {
  const { status, body } = await gym.ask('publishAccount', { body: newMember(overrides) });
  expect(status).toBe(201);
  return body.accountId;
}

/** The id of an account in the gym interface, version 1. */
export async function userIdOf(platform: Pick<TestPlatform, 'rows'>, accountId: string): Promise<number> {
  const [found] = await platform.rows<{ userId: number }>(
    'SELECT legacy_user_id::int AS "userId" FROM accounts WHERE account_id = $1',
    [accountId],
  );
  expect(found).toBeDefined();
  return found?.userId ?? 0;
}

/** Makes members visible to version 1 only, until they are migrated. */
export const hideFromV2 = async (platform: Pick<TestPlatform, 'rows'>, ...accountIds: string[]): Promise<void> => {
  await platform.rows('UPDATE memberships SET is_known_to_v2 = false WHERE account_id = ANY($1)', [accountIds]);
};
