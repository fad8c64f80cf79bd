import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { accountIdInput } from './account-id.ts';
import { assignCardInput } from './cards.ts';
import { memberInput } from './members.ts';
import { linkInput } from './staff.ts';
import { lookUpInput, visitInput } from './taps.ts';
import { taskChangeInput } from './tasks.ts';

const locationId = randomUUID();
const staffId = randomUUID();
const sent = { tapId: randomUUID(), tappedAt: 1, sentAt: 1 };
const change = { changeId: randomUUID(), locationId, staffId, at: 1, sentAt: 1 };
const card = { kind: 'rfid', value: '0x04A1B2C3' };

/** Every input from a browser that contains an account id. */
const inputs: [string, z.ZodType, (accountId: string) => object][] = [
  ['a member', memberInput, (accountId) => ({ locationId, accountId })],
  ['a chosen match', lookUpInput, (value) => ({ ...sent, source: 'chosen', value })],
  ['a visit', visitInput, (accountId) => ({ ...sent, accountId })],
  [
    'a task',
    taskChangeInput,
    (accountId) => ({
      ...change,
      kind: 'create',
      accountId,
      what: { template: 'introduction' },
      dueDate: '2026-11-21',
    }),
  ],
  ['an account of staff', linkInput, (accountId) => ({ email: 'ana@example.com', staffId, accountId })],
  ['who may lose a card', assignCardInput, (expectedHolder) => ({ locationId, accountId: 'a', card, expectedHolder })],
];

test.each(inputs)(
  '%s accepts an account id, and nothing that would change the path or that cannot be stored',
  (_, input, sentWith) => {
    const isTaken = (accountId: string) => input.safeParse(sentWith(accountId)).success;
    expect(['b0d5-41', '7', 'a.b', 'ü', 'x'.repeat(100)].filter((accountId) => !isTaken(accountId))).toEqual([]);
    expect(['', '.', '..', '...', 'x'.repeat(101), 'a\0', 'a\ud800'].filter(isTaken)).toEqual([]);
  },
);

test('only a string is an account id', () => {
  expect(accountIdInput.safeParse(7).success).toBe(false);
});
