import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { authorise, type StaffContext } from '#lib/server/auth/load-staff.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { claim } from '#lib/server/ledger/attempt.ts';
import { freeStuck } from '#lib/server/ledger/recover.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import type { FakeMember, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { until } from '#shared/testing/until.ts';
import { messageLedger } from './ledger.ts';
import { sendHeldMessage } from './send-held.ts';
import { sendMessages, undoMessages } from './send-to-several.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: FakeMember;
let omar: FakeMember;

beforeEach(async () => {
  here = await testDesk.openLocation();
  [lena, omar] = [await join(), await join()];
});

async function join(): Promise<FakeMember> {
  const member = inventMember();
  here.platform.members.push(member);
  const known = { locationId: here.location.id, member: memberOf(member.account) };
  await upsertMember(testDesk.desk.db, { ...known, askedAt: new Date(testDesk.clock.now) });
  return member;
}

const contextOf = (desk = testDesk.desk, role: StaffRole = 'manager'): StaffContext => {
  const { actor } = here;
  const staff = { id: actor.staffId, role };
  return { desk, actor, staff } as unknown as StaffContext; // safe because: only the id and the role of the person are read
};
const idOf = ({ account }: FakeMember) => account.accountId;
const sending = (to: FakeMember[] = [lena, omar], text = 'We miss you') => ({
  locationId: here.location.id,
  sendingId: randomUUID(),
  accountIds: to.map(idOf),
  text,
  readAt: new Date(testDesk.clock.now).toISOString(),
});
const send = (input = sending(), desk = testDesk.desk) => sendMessages(contextOf(desk), input);
const undo = ({ sendingId }: { sendingId: string }) =>
  undoMessages(contextOf(), { locationId: here.location.id, sendingId });
const rows = () =>
  testDesk.desk.db.select().from(memberMessages).where(eq(memberMessages.locationId, here.location.id));
const rowOf = async (member: FakeMember) => (await rows()).find(({ accountId }) => accountId === idOf(member));
const entries = () =>
  testDesk.desk.db
    .select({ action: auditLog.action, reason: auditLog.reason })
    .from(auditLog)
    .where(and(eq(auditLog.locationId, here.location.id), eq(auditLog.staffId, here.actor.staffId)));
/** A process that dies before the next use of its database after so many. */
const dyingAfter = (uses: number): DeskContext => {
  const { desk } = testDesk;
  let used = 0;
  const db = new Proxy(desk.db, {
    get: (real, name) => {
      used += 1;
      if (used > uses) throw new Error('The process has died.');
      const value: unknown = Reflect.get(real, name);
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
  return { ...desk, db };
};
const answer = (reply: ReturnType<typeof refuse>) => {
  here.platform.fault = ({ path }) => (path.endsWith('/notifications') ? reply : null);
};
const keyOf = async (member: FakeMember) => {
  const row = await rowOf(member);
  return { locationId: here.location.id, messageId: row?.messageId ?? '' };
};

describe('a message to several members', () => {
  test('is held for 30 seconds, then reaches each of them, and leaves no text behind', async () => {
    expect(await send()).toEqual({ held: 2, undoMs: 30_000, leftOut: 0 });
    await here.pass(29_999);
    expect([lena.messages, omar.messages]).toEqual([undefined, undefined]);
    await here.pass(1);
    expect([lena.messages, omar.messages]).toEqual([[{ text: 'We miss you' }], [{ text: 'We miss you' }]]);
    expect(await rows()).toMatchObject([
      { state: 'sent', text: null, staffId: here.actor.staffId },
      { state: 'sent', text: null },
    ]);
  });

  test('is one entry of the log, with their number and without the text', async () => {
    await send(sending([lena, omar], 'A private matter'));
    expect(await entries()).toEqual([{ action: 'sendMessages', reason: '2' }]);
  });

  test('is written once for the same request twice at once, in two processes', async () => {
    const one = sending();
    const [first, second] = await Promise.all([send(one), send(one, testDesk.another())]);
    expect(second).toEqual(first);
    await here.pass(30_000);
    expect([lena.messages, omar.messages]).toMatchObject([{ length: 1 }, { length: 1 }]);
    expect(await entries()).toHaveLength(1);
  });

  test('is sent again from a list that was read since the one before had reached them', async () => {
    await send();
    testDesk.clock.now += 1;
    expect(await send(), 'the one before is held').toMatchObject({ held: 0, leftOut: 2 });
    await here.pass(30_000);
    expect(await send()).toMatchObject({ held: 2, leftOut: 0 });
    await here.pass(30_000);
    expect(lena.messages).toHaveLength(2);
  });

  test.each(['held', 'waiting', 'sending'] as const)(
    'is not written for whom one is %s, whenever the list was read',
    async (state) => {
      await send(sending([lena]));
      await testDesk.desk.db.update(memberMessages).set({ state });
      testDesk.clock.now += 3_600_000;
      expect(await send()).toMatchObject({ held: 1, leftOut: 1 });
    },
  );

  test('of two managers at once reaches each member once, and the second is told how many are left out', async () => {
    const third = await join();
    const outcomes = await Promise.all([send(), send(sending([omar, lena, third]), testDesk.another())]);
    await here.pass(30_000);
    expect([lena.messages, omar.messages]).toMatchObject([{ length: 1 }, { length: 1 }]);
    const written = outcomes.map(({ held }) => held);
    expect(written.reduce((sum, held) => sum + held)).toBe((await rows()).length);
    expect(outcomes.map(({ leftOut }) => leftOut).toSorted()).toEqual([0, 2]);
  });

  test('waits for one of another process that is not committed, and sees it', async () => {
    const { desk } = testDesk;
    const one = sending();
    const later: ReturnType<typeof send>[] = [];
    await desk.db.transaction(async (tx) => {
      await send(one, { ...desk, db: tx });
      later.push(send(one, testDesk.another()), send(sending(), testDesk.another()));
      await until(async () => expect(await countWaiting(desk.db)).toBe(2));
    });
    expect(await Promise.all(later)).toMatchObject([
      { held: 2, leftOut: 0 },
      { held: 0, leftOut: 2 },
    ]);
  });

  test('waits for an erasure under way, and is not written for who was erased', async () => {
    const { desk } = testDesk;
    const erased = { locationId: here.location.id, accountId: idOf(lena) };
    const later: ReturnType<typeof send>[] = [];
    await desk.db.transaction(async (tx) => {
      await forgetMember(tx, desk, erased);
      later.push(send(sending(), testDesk.another()));
      await until(async () => expect(await countWaiting(desk.db)).toBe(1));
    });
    expect(await Promise.all(later)).toMatchObject([{ held: 1, leftOut: 1 }]);
    expect(await rows()).toMatchObject([{ accountId: idOf(omar) }]);
  });

  test('is written where the one since the list was read is not sent', async () => {
    const one = sending();
    await send(one);
    await undo(one);
    expect(await send()).toMatchObject({ held: 2, leftOut: 0 });
  });

  test('is not written for who has come since the list was read, whenever that is known', async () => {
    const at = new Date(testDesk.clock.now - 60_000);
    const visit = {
      locationId: here.location.id,
      tapId: randomUUID(),
      accountId: idOf(lena),
      kind: 'checkIn' as const,
    };
    await testDesk.desk.db
      .insert(visits)
      .values({ ...visit, state: 'sent', tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at });
    expect(await send()).toEqual({ held: 1, undoMs: 30_000, leftOut: 1 });
    expect(await rowOf(lena)).toBeUndefined();
  });

  test('has another text or other recipients only under another key, and none under that of one undone before it arrived', async () => {
    const one = sending();
    await send(one);
    await expect(send({ ...one, text: 'We missed you' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(send({ ...one, accountIds: [idOf(lena)] })).rejects.toMatchObject({ code: 'conflict' });
    expect(await send({ ...one, accountIds: one.accountIds.toReversed() })).toMatchObject({ held: 2 });
    testDesk.clock.now += 1;
    const late = sending();
    expect(await undo(late)).toEqual({ undone: 0, late: 0 });
    await expect(send(late)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rows()).toHaveLength(2);
  });

  test('is for managers, and for those at the counter who may read the reports', async () => {
    const by = (role: StaffRole, mayReadReports: boolean) => {
      const context = contextOf(testDesk.desk, role);
      return authorise({ ...context, actor: { ...context.actor, mayReadReports } }, 'readReports');
    };
    expect(() => by('reception', false)).toThrow();
    expect(await sendMessages(by('reception', true), sending())).toMatchObject({ held: 2 });
    expect(() => sendMessages(by('trainer', true), sending())).toThrow();
    expect(() => undoMessages(by('trainer', true), sending())).toThrow();
  });

  test('is not written for somebody who has left, or is not known', async () => {
    const { db } = testDesk.desk;
    await db
      .update(members)
      .set({ absentAt: new Date(testDesk.clock.now) })
      .where(eq(members.accountId, idOf(omar)));
    expect(await send(sending([lena, omar, inventMember()]))).toMatchObject({ held: 1, leftOut: 2 });
  });

  test('is not sent to a member who is erased while it is held, and nothing of it stays', async () => {
    await send();
    const { desk } = testDesk;
    const erased = { locationId: here.location.id, accountId: idOf(lena) };
    await desk.db.transaction((tx) => forgetMember(tx, desk, erased));
    await here.pass(30_000);
    expect([lena.messages, omar.messages]).toMatchObject([undefined, { length: 1 }]);
    expect(await rows()).toMatchObject([{ accountId: idOf(omar) }]);
  });
});

describe('undo', () => {
  test('in time sends nothing, and a repeated request does not bring it back', async () => {
    const one = sending();
    await send(one);
    expect(await undo(one)).toEqual({ undone: 2, late: 0 });
    await expect(send(one)).rejects.toMatchObject({ code: 'conflict' });
    await here.pass(30_000);
    expect([lena.messages, omar.messages]).toEqual([undefined, undefined]);
    expect(await rows()).toMatchObject([{ state: 'undone', text: null }, { state: 'undone' }]);
    expect(await entries()).toContainEqual({ action: 'undoMessages', reason: '2' });
  });

  test('leaves what a worker has claimed, and says so', async () => {
    const one = sending();
    await send(one);
    testDesk.clock.now += 30_000;
    await claim(testDesk.desk.db, messageLedger(testDesk.desk), { key: await keyOf(lena) });
    expect(await undo(one)).toEqual({ undone: 1, late: 1 });
    expect(await rowOf(omar)).toMatchObject({ state: 'undone' });
  });

  test('and a worker at the same moment never both have a message', async () => {
    const one = sending();
    await send(one);
    testDesk.clock.now += 30_000;
    const [first, second] = [await keyOf(lena), await keyOf(omar)];
    const [{ undone }] = await Promise.all([
      undo(one),
      sendHeldMessage(testDesk.another(), { key: first }),
      sendHeldMessage(testDesk.another(), { key: second }),
    ]);
    const sent = [lena, omar].filter(({ messages }) => messages?.length === 1);
    expect(undone + sent.length).toBe(2);
  });
});

test('undo also takes back what waits for another attempt', async () => {
  const one = sending();
  await send(one);
  await testDesk.desk.db.update(platformStatus).set({ connection: 'unreachable' });
  await here.pass(30_000);
  expect(await rowOf(lena)).toMatchObject({ state: 'waiting' });
  expect(await undo(one)).toEqual({ undone: 2, late: 0 });
});

test('a message waits where nothing listens at the address of the platform: it cannot have arrived', async () => {
  await send(sending([lena]));
  await here.platform.stop();
  await here.pass(30_000);
  expect(await rowOf(lena)).toMatchObject({ state: 'waiting', lastError: 'unreachable', postedAt: null });
});

test('a message that could not be sent for a day is not sent any more', async () => {
  await send(sending([lena]));
  await testDesk.desk.db.update(platformStatus).set({ connection: 'unreachable' });
  await here.pass(30_000);
  testDesk.clock.now += 86_400_000;
  await testDesk.desk.db.update(platformStatus).set({ connection: 'reachable' });
  await here.pass(0);
  expect(here.platform.count('/notifications')).toBe(0);
  expect(await rowOf(lena)).toMatchObject({ state: 'refused', lastError: 'tooLate' });
});

describe('a message is never sent twice', () => {
  test('when its answer is lost: it may have arrived', async () => {
    answer('reset');
    await send(sending([lena]));
    await here.pass(30_000);
    here.platform.fault = () => null;
    await here.pass(600_000);
    expect(here.platform.count('/notifications')).toBe(1);
    expect(await rowOf(lena)).toMatchObject({ state: 'unsure', text: null });
  });

  test('when a process dies between the request and its outcome', async () => {
    await send(sending([lena]));
    testDesk.clock.now += 30_000;
    const ledger = messageLedger(testDesk.desk);
    await claim(testDesk.desk.db, ledger, { key: await keyOf(lena) });
    await testDesk.desk.db.update(memberMessages).set({ postedAt: new Date(testDesk.clock.now) });
    testDesk.clock.now += 60_001;
    await freeStuck(testDesk.desk.db, ledger);
    await here.pass(0);
    expect(here.platform.count('/notifications')).toBe(0);
    expect(await rowOf(lena)).toMatchObject({ state: 'unsure', text: null });
  });

  test('when the process that died was of the version before this ledger', async () => {
    const pressedAt = new Date(testDesk.clock.now);
    const key = { locationId: here.location.id, messageId: randomUUID(), accountId: idOf(lena) };
    const { db } = testDesk.desk;
    await db.insert(memberMessages).values({ ...key, state: 'sending', pressedAt, nextAttemptAt: pressedAt });
    const ledger = messageLedger(testDesk.desk);
    await freeStuck(db, ledger);
    expect(await rowOf(lena)).toMatchObject({ state: 'sending' });
    testDesk.clock.now += 60_001;
    await freeStuck(db, ledger);
    await here.pass(0);
    expect(here.platform.count('/notifications')).toBe(0);
    expect(await rowOf(lena)).toMatchObject({ state: 'unsure' });
  });

  test('wherever a process dies during the attempt, and it says so where it may have arrived', async () => {
    const ends: unknown[] = [];
    for (let reached = 0, isWhole = false; !isWhole; reached += 1) {
      await testDesk.desk.db.delete(memberMessages);
      lena.messages = [];
      await send(sending([lena]));
      testDesk.clock.now += 30_000;
      const key = await keyOf(lena);
      isWhole = await sendHeldMessage(dyingAfter(reached), { key }).then(
        () => true,
        () => false,
      );
      testDesk.clock.now += 60_001;
      await freeStuck(testDesk.desk.db, messageLedger(testDesk.desk));
      await here.pass(0);
      ends.push([lena.messages.length, (await rowOf(lena))?.state]);
    }
    expect(ends.slice(-2)).toEqual([
      [1, 'unsure'],
      [1, 'sent'],
    ]);
    expect(new Set(ends.slice(0, -2).map(String))).toEqual(new Set(['1,sent']));
  });

  test('but is sent when a process dies before the request', async () => {
    await send(sending([lena]));
    testDesk.clock.now += 30_000;
    const ledger = messageLedger(testDesk.desk);
    await claim(testDesk.desk.db, ledger, { key: await keyOf(lena) });
    testDesk.clock.now += 60_001;
    await freeStuck(testDesk.desk.db, ledger);
    await here.pass(0);
    expect(lena.messages).toHaveLength(1);
  });
});

test('a message waits while the rate limit of the key is reached, and is then sent once', async () => {
  answer({ status: 429, body: { errorCode: 'tooManyRequests' } });
  await send(sending([lena]));
  await here.pass(30_000);
  expect(await rowOf(lena)).toMatchObject({ state: 'waiting', lastError: 'busy', text: 'We miss you', postedAt: null });
  here.platform.fault = () => null;
  await here.pass(5_000);
  expect(lena.messages).toHaveLength(1);
});

test('a message waits during an outage without an attempt, and is sent once the platform answers', async () => {
  const { db } = testDesk.desk;
  await send(sending([lena]));
  await db.update(platformStatus).set({ connection: 'unreachable' });
  await here.pass(30_000);
  expect(here.platform.count('/notifications')).toBe(0);
  expect(await rowOf(lena)).toMatchObject({ state: 'waiting', lastError: 'unreachable', postedAt: null });
  await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: idOf(lena) });
  await here.pass(0);
  expect(lena.messages).toHaveLength(1);
});

test('a message to somebody whom the member system does not know is refused, and sent no more', async () => {
  await send(sending([lena]));
  here.platform.members.length = 0;
  await here.pass(30_000);
  expect(await rowOf(lena)).toMatchObject({ state: 'refused', lastError: 'missing' });
});
