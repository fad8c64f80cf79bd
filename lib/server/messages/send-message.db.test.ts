import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import type { refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { messageInput } from '#lib/wire/members.ts';
import { until } from '#shared/testing/until.ts';
import { forgetOldMessages } from './ledger.ts';
import { sendMessage } from './send-message.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = inventMember();
  here.platform.members.push(lena);
  await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: lena.account.accountId });
});

const message = (text = 'Your towel is here', deeplink = '') => ({
  locationId: here.location.id,
  accountId: lena.account.accountId,
  messageId: randomUUID(),
  text,
  deeplink,
});
const send = (input: ReturnType<typeof message>, desk = testDesk.desk) =>
  sendMessage({ desk, actor: here.actor }, input);
const answer = (reply: ReturnType<typeof refuse>) => {
  here.platform.fault = ({ path }) => (path.endsWith('/notifications') ? reply : null);
};

describe('a message', () => {
  test('is sent to the platform', async () => {
    expect(await send(message('Hello', 'workouts'))).toEqual({ kind: 'sent' });
    expect(await send(message('Hello again'))).toEqual({ kind: 'sent' });
    expect(lena.messages).toEqual([{ text: 'Hello', deeplink: 'workouts' }, { text: 'Hello again' }]);
  });

  test('is sent once for two simultaneous requests in two processes', async () => {
    here.platform.fault = () => null;
    const one = message();
    expect(await Promise.all([send(one), send(one, testDesk.another())])).toEqual([{ kind: 'sent' }, { kind: 'sent' }]);
    expect(lena.messages).toHaveLength(1);
  });

  test.each([
    ['ahead', 1_000],
    ['back', -1_000],
  ])('whose first request is still under way is unsure after a while, also with the clock set %s', async (_, byMs) => {
    const held = holdAnswer();
    here.platform.fault = async ({ path }) => {
      if (path.endsWith('/notifications')) await held.promise;
      return null;
    };
    const one = message();
    const first = send(one);
    await until(() => expect(here.platform.count('/notifications')).toBe(1));
    const before = testDesk.clock.now;
    const moving = setInterval(() => {
      testDesk.clock.now += byMs;
    }, 10);
    onTestFinished(() => {
      clearInterval(moving);
      testDesk.clock.now = before;
    });
    expect(await send(one, testDesk.another())).toEqual({ kind: 'unsure' });
    held.release();
    expect(await first).toEqual({ kind: 'sent' });
  });

  test('control: the same text under two message ids is sent twice', async () => {
    await Promise.all([send(message()), send(message())]);
    expect(lena.messages).toHaveLength(2);
  });

  test('whose answer is lost is not retried automatically, and not reported as sent', async () => {
    const one = message();
    answer('reset');
    expect(await send(one)).toEqual({ kind: 'unsure' });
    answer({ status: 204 });
    expect(await send(one)).toEqual({ kind: 'unsure' });
    expect(here.platform.count('/notifications')).toBe(1);
  });

  test('that the platform certainly did not receive can be sent again', async () => {
    const one = message();
    answer({ status: 429, body: { errorCode: 'tooManyRequests' } });
    await expect(send(one)).rejects.toMatchObject({ code: 'platformUnavailable' });
    here.platform.fault = () => null;
    expect(await send(one)).toEqual({ kind: 'sent' });
    expect(lena.messages).toHaveLength(1);
  });

  test('to a former member reports that', async () => {
    here.platform.members.length = 0;
    expect(await send(message())).toEqual({ kind: 'gone' });
  });

  test('leaves no text behind, and nothing at all after 120 days', async () => {
    await send(message('A very private matter'));
    const rows = () => testDesk.desk.db.select().from(memberMessages);
    expect(JSON.stringify(await rows())).not.toContain('private');
    testDesk.clock.now += 120 * 24 * 3_600_000 + 1;
    const later = message();
    await send(later);
    await forgetOldMessages(testDesk.desk.db, testDesk.clock.now);
    expect(await rows()).toMatchObject([{ messageId: later.messageId }]);
  });
});

test.each([
  [500, 100, true],
  [501, 0, false],
  [1, 101, false],
  [0, 0, false],
])('a text of %i and a link of %i characters: %s', (text, deeplink, isGood) => {
  const input = { ...message('x'.repeat(text), 'y'.repeat(deeplink)) };
  expect(messageInput.safeParse(input).success).toBe(isGood);
});
