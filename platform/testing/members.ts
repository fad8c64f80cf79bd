import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { TestGym } from './platform.ts';

type Overrides = Partial<Omit<MemberAccountRequest, 'membership'>> & {
  membership?: Partial<MemberAccountRequest['membership']>;
};

/** A valid request for somebody nobody has met. */
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

/** Creates a member and answers their account id. */
export async function createMember(gym: TestGym, overrides: Overrides = {}): Promise<string> {
  const { status, body } = await gym.ask('publishAccount', { body: newMember(overrides) });
  expect(status).toBe(201);
  return body.accountId;
}
