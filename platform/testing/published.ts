import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestGym } from './platform.ts';

/** A first publish of a new, unknown person. */
export function newPublished<Fields extends object = object>(fields?: Fields) {
  const unique = randomUUID();
  return {
    eMail: `${unique}@example.org`,
    membershipId: `M-${unique}`,
    firstName: 'Lena',
    lastName: 'Vogt',
    gender: 'FEMALE',
    ...(fields as Fields), // safe because: spread, no fields are an object without any
  };
}

/** Publishes a member through version 1 and returns their user id. */
export async function publishMember(gym: TestGym, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await gym.askV1('publishUser', { body: newPublished(fields) });
  expect([status, body]).toEqual([200, { userId: expect.stringMatching(/^\d+$/) }]);
  return body.userId;
}

/** The response of version 1 about a member. */
export async function profileOf(gym: TestGym, userId: string | number) {
  const { status, body } = await gym.askV1('getProfile', { query: { userId } });
  expect(status).toBe(200);
  return body;
}
