import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { messagesInput, undoMessagesInput } from './messages.ts';

const ids = { locationId: randomUUID(), sendingId: randomUUID() };

test.each([
  [1, 500, true],
  [200, 1, true],
  [0, 1, false],
  [201, 1, false],
  [1, 0, false],
  [1, 501, false],
])('a message to %i members with %i characters: %s', (members, characters, isGood) => {
  const accountIds = Array.from({ length: members }, () => randomUUID());
  const input = { ...ids, accountIds, readAt: '2026-11-25T11:00:00.000Z', text: 'x'.repeat(characters) };
  expect(messagesInput.safeParse(input).success).toBe(isGood);
});

test('an undo names one sending', () => {
  expect(undoMessagesInput.safeParse(ids).success).toBe(true);
  expect(undoMessagesInput.safeParse({ ...ids, sendingId: '' }).success).toBe(false);
});
