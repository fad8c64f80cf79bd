import { randomUUID } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { startWorker } from '#lib/server/due/worker.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import { retryUnsent } from '#lib/server/outbox/settle-unsent.ts';
import type { refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { readUnderWay } from './read-under-way.ts';
import { sendHeldMessage, sendingMessages } from './send-held.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
const ends: (() => Promise<void>)[] = [];

beforeEach(async () => {
  // rows that one test leaves due must not be sent in the next one
  await testDesk.desk.db.delete(memberMessages);
  here = await testDesk.openLocation();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Written = Partial<typeof memberMessages.$inferInsert>;

/** Writes messages that are due now, each to another member. */
async function write(messages: readonly Written[], at = here): Promise<{ locationId: string; messageId: string }[]> {
  const now = new Date(testDesk.clock.now);
  const rows = messages.map((message) => {
    const member = inventMember();
    at.platform.members.push(member);
    return {
      locationId: at.location.id,
      messageId: randomUUID(),
      accountId: member.account.accountId,
      sendingId: randomUUID(),
      text: 'We miss you',
      staffId: at.actor.staffId,
      state: 'held' as const,
      pressedAt: now,
      nextAttemptAt: now,
      ...message,
    };
  });
  await testDesk.desk.db.insert(memberMessages).values(rows);
  return rows.map(({ locationId, messageId }) => ({ locationId, messageId }));
}
const several = (count: number) => Array.from({ length: count }, (): Written => ({}));
const answer = (reply: ReturnType<typeof refuse> | null) => {
  here.platform.fault = ({ path }) => (path.endsWith('/notifications') ? reply : null);
};
const broken = { status: 500, body: { errorCode: 'internal' } };
async function states(): Promise<Record<string, number>> {
  const { state } = memberMessages;
  const counted = await testDesk.desk.db
    .select({ state, number: count() })
    .from(memberMessages)
    .where(eq(memberMessages.locationId, here.location.id))
    .groupBy(state);
  return Object.fromEntries(counted.map((row) => [row.state, row.number]));
}
/** Something else that the platform answers, so that it counts as reachable. */
const lookUp = () => readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: 'of nobody' });
const underWay = async () => readUnderWay(await contextOf(testDesk.desk, here.actor.staffId));

test('a platform that fails at messages alone loses two, and the others wait where they are seen', async () => {
  const keys = await write(several(6));
  answer(broken);
  // all at once, as a worker begins them
  await Promise.all(keys.map((key) => sendHeldMessage(testDesk.desk, { key })));
  expect(await states()).toEqual({ unsure: 2, waiting: 4 });
  expect(here.platform.count('/notifications')).toBe(2);
  expect(await underWay()).toEqual({ held: [], waiting: 4, unsure: 2 });
});

test('after ten minutes another one is tried, after twice the time the next, and all once one has arrived', async () => {
  await write(several(6));
  answer(broken);
  await here.pass(0);
  await here.pass(599_999);
  expect(await states()).toEqual({ unsure: 2, waiting: 4 });
  await here.pass(1);
  expect(await states()).toEqual({ unsure: 3, waiting: 3 });
  await lookUp();
  answer(null);
  await here.pass(1_199_999);
  expect(await states()).toEqual({ unsure: 3, waiting: 3 });
  await here.pass(1);
  expect(await states()).toEqual({ unsure: 3, sent: 3 });
});

test('the pause is an hour at most, and messages to one member neither begin nor lengthen it', async () => {
  const ago = (s: number) => ({ state: 'unsure' as const, postedAt: new Date(testDesk.clock.now - s * 1_000) });
  await write(Array.from({ length: 8 }, (_, index) => ({ ...ago(60 + index), sendingId: null })));
  await write(several(1));
  await here.pass(0);
  expect(await states()).toEqual({ unsure: 8, sent: 1 });
  testDesk.clock.now += 60_000;
  await write([...Array.from({ length: 9 }, (_, index) => ago(index)), ...several(1)]);
  await here.pass(0);
  await here.pass(3_599_999);
  expect(await states()).toEqual({ unsure: 17, sent: 1, waiting: 1 });
  await here.pass(1);
  expect(await states()).toEqual({ unsure: 17, sent: 2 });
});

test('one that a person tries again is sent at once, and the others are once it has arrived', async () => {
  const lost = { state: 'unsure' as const, postedAt: new Date(testDesk.clock.now) };
  const [, , first] = await write([lost, lost, ...several(3)]);
  await here.pass(0);
  expect(await states()).toEqual({ unsure: 2, waiting: 3 });
  const manager = await contextOf(testDesk.desk, here.actor.staffId);
  const retry = () => retryUnsent(manager, { ledger: 'messages', id: first?.messageId ?? '' });
  expect(await retry()).toEqual({ kind: 'done' });
  testDesk.clock.now += 1;
  await here.pass(0);
  expect(await states()).toEqual({ unsure: 2, sent: 1, waiting: 2 });
  await here.pass(600_000);
  expect(await states()).toEqual({ unsure: 2, sent: 3 });
});

test('two that are lost, with one between them that arrives, stop nothing, nor do those of another location', async () => {
  const elsewhere = await testDesk.openLocation();
  const now = new Date(testDesk.clock.now);
  await write(
    [
      { state: 'unsure', postedAt: now },
      { state: 'unsure', postedAt: now },
    ],
    elsewhere,
  );
  const before = (s: number) => new Date(testDesk.clock.now - s * 1_000);
  await write([
    { state: 'unsure', postedAt: before(3) },
    { state: 'sent', postedAt: before(2) },
    { state: 'unsure', postedAt: before(1) },
    ...several(3),
  ]);
  await here.pass(0);
  expect(await states()).toEqual({ unsure: 2, sent: 4 });
});

test('messages are background work, so that they never delay a person at the counter', async () => {
  await write(several(1));
  const ask = vi.spyOn(testDesk.desk.gymClientOf(here.location), 'ask');
  await here.pass(0);
  expect(ask.mock.calls.map(([{ operation, urgency }]) => [operation, urgency])).toEqual([
    ['sendPushNotificationByAccountId', 'background'],
  ]);
});

test('the next message to a member is sent once the one before may have arrived, by a process that waits for notices', async () => {
  const { accountId } = inventMember().account;
  const at = (ms: number) => new Date(testDesk.clock.now + ms);
  const [first] = await write([
    { accountId, pressedAt: at(-1) },
    { accountId, pressedAt: at(0) },
  ]);
  const isAsked = Promise.withResolvers<void>();
  const isBroken = Promise.withResolvers<void>();
  let asked = 0;
  here.platform.fault = async ({ path }) => {
    if (!path.endsWith('/notifications')) return null;
    asked += 1;
    if (asked > 1) return null;
    isAsked.resolve();
    await isBroken.promise;
    return broken;
  };
  const attempt = first && sendHeldMessage(testDesk.desk, { key: first });
  await isAsked.promise;
  const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  ends.push(live.stop);
  const { prepare: _, ...sending } = sendingMessages(testDesk.another());
  ends.push(startWorker(testDesk.desk, { due: [sending], subscribeDue: live.subscribeDue }, { patienceMs: 100 }));
  await until(() => expect(live.countWindows()).toBe(0));
  isBroken.resolve();
  await attempt;
  await until(() => expect(asked).toBe(2));
});

test('what can be undone is that of the user, until it is due; what may have arrived is said for a day', async () => {
  const sendingId = randomUUID();
  const held = { sendingId, nextAttemptAt: new Date(testDesk.clock.now + 20_000) };
  const yesterday = new Date(testDesk.clock.now - 86_400_000);
  await write([
    held,
    held,
    { ...held, sendingId: randomUUID(), staffId: null },
    { ...held, sendingId: null },
    { state: 'unsure', postedAt: yesterday },
  ]);
  expect(await underWay()).toEqual({ held: [{ sendingId, count: 2, undoMs: 20_000 }], waiting: 0, unsure: 0 });
  testDesk.clock.now += 20_000;
  expect((await underWay()).held).toEqual([]);
});
