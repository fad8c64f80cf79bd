import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readConnection } from '#lib/server/connection/read-connection.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox, webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { claimDue } from '#lib/server/due/claim-due.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { askingForAbsent } from '#lib/server/members/ask-absent.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { allOfMember, keptOfMember, writeAboutMember } from '#lib/testing/kept-of-members.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { nowAheadOfDatabase, type TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { signDelivery } from '#shared/webhook/signature.ts';
import { receiveDelivery } from './receive.ts';
import { registeringWebhooks } from './register.ts';
import { dueRegistrations, prepareRegistrations } from './registration.ts';
import { resolveUnknownMembers } from './resolve-unknown-members.ts';
import { workInbox } from './work-inbox.ts';

const minute = 60_000;

const testDesk = setUpTestDesk();
let here: TestLocation;
let hook: { hookId: string; secret: string };

beforeEach(async () => {
  testDesk.clock.now += 60 * minute;
  here = await testDesk.openLocation();
  await registerWebhook(here);
  const ofLocation = eq(webhookRegistrations.locationId, here.location.id);
  const [registered] = await testDesk.desk.db.select().from(webhookRegistrations).where(ofLocation);
  hook = { hookId: registered?.hookId ?? '', secret: here.platform.webhooks.all[0]?.secret ?? '' };
});

/** Registers only the webhook of this location: those of the locations of all earlier tests are due as well. */
async function registerWebhook({ location }: TestLocation): Promise<void> {
  const { desk, clock } = testDesk;
  await prepareRegistrations(desk);
  const key = { locationId: location.id };
  for (const claimed of await claimDue(desk.db, dueRegistrations, { now: new Date(clock.now), row: key })) {
    await registeringWebhooks(desk).work(claimed, new AbortController().signal);
  }
}

const event = (type: string, accountId?: string, timestamp: unknown = testDesk.clock.now) => ({
  type,
  accountId,
  timestamp,
});

const unsigned = { id: null, timestamp: null, signatures: null };

interface Sent {
  hookId: string;
  secret: string | null;
  deliveryId: string;
}

function deliver(body: unknown, { deliveryId, ...sent }: Partial<Sent> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = { ...unsigned, id: deliveryId ?? null };
  return receiveDelivery(testDesk.desk, { ...hook, signature, readBody: async () => text, ...sent });
}

async function tell(type: string, accountId: string, timestamp?: unknown, receipt = 'accepted'): Promise<void> {
  expect(await deliver(event(type, accountId, timestamp))).toBe(receipt);
  await workInbox(testDesk.desk);
}

/** A member of the platform who is in the directory of this desk. */
async function enrol() {
  const member = inventMember();
  here.platform.members.push(member);
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(member.account),
    askedAt: new Date(testDesk.clock.now),
  });
  return { ...member, accountId: member.account.accountId };
}

const present = async () => (await readPresence({ desk: testDesk.desk, actor: here.actor })).entries;
const names = async () => (await present()).map(({ accountId }) => accountId);
const ofHere = <T extends { locationId: typeof visits.locationId }>(table: T) => eq(table.locationId, here.location.id);
const inbox = () => testDesk.desk.db.select().from(webhookInbox).where(eq(webhookInbox.locationId, here.location.id));
const seen = () =>
  testDesk.desk.db.select().from(elsewhereEvents).where(eq(elsewhereEvents.locationId, here.location.id));

describe('a delivery', () => {
  test('is stored before it is handled', async () => {
    const { accountId } = await enrol();
    expect(await deliver(event('GYM_CHECKIN', accountId))).toBe('accepted');
    expect(await names()).toEqual([]);
    // another process handles what was accepted by one that died
    await workInbox(testDesk.another());
    expect(await present()).toMatchObject([{ accountId, source: 'elsewhere' }]);
    expect(await inbox()).toMatchObject([{ accountId: null }]);
  });

  test('that another transaction is handling is left to the next time', async () => {
    const { accountId } = await enrol();
    expect(await deliver(event('GYM_CHECKIN', accountId))).toBe('accepted');
    await testDesk.another().db.transaction(async (tx) => {
      const isHere = eq(webhookInbox.locationId, here.location.id);
      await tx.select().from(webhookInbox).where(isHere).for('update');
      await workInbox(testDesk.desk);
      expect(await names()).toEqual([]);
    });
    await workInbox(testDesk.desk);
    expect(await names()).toEqual([accountId]);
  });

  test.each([
    ['a wrong secret', () => ({ secret: 'wrong' })],
    ['no secret', () => ({ secret: null })],
    ['a prefix of the secret', () => ({ secret: hook.secret.slice(0, -1) })],
    ['an unknown hook id', () => ({ hookId: randomUUID() })],
    ['an invalid hook id', () => ({ hookId: "1' or '1'='1" })],
    ['the id of the location', () => ({ hookId: here.location.id })],
  ])('with %s is refused without reading its body', async (_, sent) => {
    let isRead = false;
    const readBody = async () => {
      isRead = true;
      return '{}';
    };
    const delivery = { ...hook, signature: unsigned, readBody, ...sent() };
    expect(await receiveDelivery(testDesk.desk, delivery)).toBe('forbidden');
    expect(isRead).toBe(false);
    expect(await inbox()).toEqual([]);
  });

  test('with the secret of another location is refused', async () => {
    const theirs = hook;
    here = await testDesk.openLocation();
    await registerWebhook(here);
    const ours = here.platform.webhooks.all[0]?.secret ?? '';
    expect(await deliver(event('TEST'), { hookId: theirs.hookId, secret: ours })).toBe('forbidden');
  });

  test.each([
    ['a test event', () => event('TEST')],
    ['an unknown type', () => event('SAUNA_CHECKIN', 'account-1')],
    ['a type that the desk does not use', () => event('EQUIPMENT_CHECKIN', 'account-1')],
    ['no account', () => event('GYM_CHECKIN')],
    ['an invalid account id', () => event('GYM_CHECKIN', '..')],
    ['an account id that is too long', () => event('GYM_CHECKIN', 'a'.repeat(101))],
  ])('about %s is ignored', async (_, body) => {
    expect(await deliver(body())).toBe('ignored');
    expect(await inbox()).toEqual([]);
  });

  test.each([
    ['text', 'GYM_CHECKIN'],
    ['empty', ''],
    ['a list', []],
    ['a truth value as account id', { type: 'GYM_CHECKIN', accountId: true, timestamp: 1 }],
    ['without a type', { accountId: 'account-1' }],
  ])('that is %s is malformed', async (_, body) => {
    expect(await deliver(body)).toBe('malformed');
  });

  test('with a number as account id is about the member whose id is its text', async () => {
    expect(await deliver({ ...event('GYM_CHECKIN'), accountId: 104271 })).toBe('accepted');
    await workInbox(testDesk.desk);
    expect(await seen()).toMatchObject([{ accountId: '104271' }]);
  });

  test('with unknown fields is accepted', async () => {
    const { accountId } = await enrol();
    expect(await deliver({ ...event('GYM_CHECKIN', accountId), gymId: 'g-1', source: { kind: 'app' } })).toBe(
      'accepted',
    );
  });

  test('that is too large is refused', async () => {
    const tooLarge = { ...hook, signature: unsigned, readBody: async () => null };
    expect(await receiveDelivery(testDesk.desk, tooLarge)).toBe('tooLarge');
  });

  test('is deduplicated by its content, with its id where it has one', async () => {
    const { accountId } = await enrol();
    const told = event('GYM_CHECKIN', accountId);
    await deliver(told);
    await deliver(told);
    expect(await inbox()).toHaveLength(1);
    await deliver({ ...told, timestamp: null }, { deliveryId: 'msg_1' });
    await deliver({ ...told, timestamp: null }, { deliveryId: 'msg_1' });
    expect(await inbox()).toHaveLength(2);
  });

  test('is not taken for an earlier one with the same id, as of a platform that sends the id of the registration', async () => {
    const [lena, omar] = [await enrol(), await enrol()];
    const told = [
      event('GYM_CHECKIN', lena.accountId, testDesk.clock.now - 2 * minute),
      event('GYM_CHECKIN', omar.accountId, testDesk.clock.now - 2 * minute),
      event('GYM_CHECKIN', omar.accountId, testDesk.clock.now - minute),
      event('MEMBERSHIP_DELETE', lena.accountId),
      event('MEMBERSHIP_DELETE', omar.accountId),
    ];
    for (const body of told) expect(await deliver(body, { deliveryId: '12' })).toBe('accepted');
    expect(await inbox()).toHaveLength(told.length);
  });

  test.each([
    null,
    0,
    -1,
    '',
    '0.0',
    'null',
    '2026-11-21',
    '0000-00-00 00:00:00',
    '0001-01-01T00:00:00',
    '1970-01-01T00:00:00Z',
    '1999-12-31T23:59:59Z',
    '2000-01-01T00:00:00+01:00',
    '2000-01-01T00:00:00Z',
    946_684_800,
    946_684_800_000,
    '2026-11-21T00:00:00',
  ])('is not, either, where its time says nothing: %j', async (timestamp) => {
    const { accountId } = await enrol();
    const told = event('GYM_CHECKIN', accountId, timestamp);
    for (let deliveries = 1; deliveries <= 2; deliveries += 1) await deliver(told, { deliveryId: '12' });
    expect(await inbox()).toHaveLength(1);
    testDesk.clock.now += 60 * minute;
    await deliver(told, { deliveryId: '12' });
    expect(await inbox()).toHaveLength(2);
    for (let deliveries = 1; deliveries <= 2; deliveries += 1) await deliver(told);
    expect(await inbox()).toHaveLength(4);
  });

  test.each([
    ['in seconds', [1_795_986_000, 1_795_986_600]],
    ['in seconds as text', ['1795986000', '1795986600']],
    ['without a zone', ['2026-11-21T10:05:00', '2026-11-21 10:15:00']],
    ['in microseconds', [1_795_986_000_000_000, 1_795_986_600_000_000]],
    ['of another form', ['21.11.2026 10:05', 'Sat Nov 21 10:15:00 CET 2026']],
  ])('is told from another one by a time that cannot be read, %s, and is the same an hour later', async (_, times) => {
    const { accountId } = await enrol();
    for (const deliveryId of [undefined, '12']) {
      for (let deliveries = 1; deliveries <= 2; deliveries += 1) {
        for (const time of times) {
          await deliver(event('GYM_CHECKIN', accountId, time), deliveryId === undefined ? {} : { deliveryId });
        }
        testDesk.clock.now += 60 * minute;
      }
    }
    expect(await inbox()).toHaveLength(2 * times.length);
  });

  test('is the same by the id that its signature covers, also where each attempt has another time', async () => {
    const { accountId } = await enrol();
    for (const id of ['msg_1', 'msg_1', 'msg_2']) {
      const body = JSON.stringify(event('GYM_CHECKIN', accountId, testDesk.clock.now));
      const headers = signDelivery({ id, at: new Date(testDesk.clock.now), body, secret: hook.secret });
      const signature = {
        id,
        timestamp: headers['webhook-timestamp'],
        signatures: headers['webhook-signature'],
      };
      expect(await receiveDelivery(testDesk.desk, { ...hook, signature, readBody: async () => body })).toBe('accepted');
      testDesk.clock.now += minute;
    }
    expect(await inbox()).toHaveLength(2);
  });
});

describe('a member whose check-in elsewhere is delivered', () => {
  test('is present from the time of the check-in until the check-out', async () => {
    const { accountId } = await enrol();
    await tell('GYM_CHECKIN', accountId, testDesk.clock.now - 10 * minute);
    const since = new Date(testDesk.clock.now - 10 * minute).toISOString();
    expect(await present()).toMatchObject([{ accountId, since, source: 'elsewhere' }]);
    await tell('GYM_CHECKOUT', accountId);
    expect(await names()).toEqual([]);
  });

  test('is present by the times of the events, in whatever order they are delivered', async () => {
    const [lena, omar] = [await enrol(), await enrol()];
    await tell('GYM_CHECKOUT', lena.accountId, testDesk.clock.now - 5 * minute);
    await tell('GYM_CHECKIN', lena.accountId, testDesk.clock.now - 10 * minute);
    await tell('GYM_CHECKIN', omar.accountId, testDesk.clock.now - 5 * minute);
    await tell('GYM_CHECKOUT', omar.accountId, testDesk.clock.now - 10 * minute);
    expect(await names()).toEqual([omar.accountId]);
  });

  test('has one visit where a scan at the desk follows soon; a check-out at the desk ends the stay', async () => {
    const { accountId, card } = await enrol();
    await tell('GYM_CHECKIN', accountId);
    await here.pass(20_000);
    const verdict = await lookUp(
      { desk: testDesk.desk, actor: here.actor },
      { ...here.tap(), source: 'scan', value: card },
    );
    expect(verdict.reasons).toMatchObject([{ code: 'repeatIgnored' }]);
    expect(await here.ledger()).toEqual([]);
    await here.pass(minute);
    await checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });
    expect(await names()).toEqual([]);
  });

  test('is looked up where they are not in the directory', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    await tell('GYM_CHECKIN', lena.account.accountId);
    await resolveUnknownMembers(testDesk.desk);
    expect(await present()).toMatchObject([{ displayName: `Lena ${lena.account.lastName}` }]);
  });

  test('stays present while the look-up fails, and is looked up later', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    here.platform.fault = () => ({ status: 503, body: {} });
    await tell('GYM_CHECKIN', lena.account.accountId);
    await resolveUnknownMembers(testDesk.desk);
    expect(await names()).toEqual([lena.account.accountId]);
    here.platform.fault = () => null;
    await resolveUnknownMembers(testDesk.desk);
    expect(await present()).toMatchObject([{ displayName: `Lena ${lena.account.lastName}` }]);
  });

  test('stays present where the platform forbids the look-up, which is inconclusive', async () => {
    here.platform.fault = ({ path }) => (path.endsWith('/accounts') ? null : refuse('forbiddenAction'));
    await tell('GYM_CHECKIN', 'account-of-lena');
    await resolveUnknownMembers(testDesk.desk);
    expect(await seen()).toHaveLength(1);
  });

  test('is looked up although the answers about more others than a turn asks for cannot be read', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const others = Array.from({ length: 21 }, (_, index) => `merged-${index}`);
    for (const accountId of [...others, lena.account.accountId]) await deliver(event('GYM_CHECKIN', accountId));
    await workInbox(testDesk.desk);
    const another = { status: 200, body: inventMember().account };
    here.platform.fault = ({ path }) => (path.includes('/merged-') ? another : null);
    const asked = () => here.platform.requests.map(({ path }) => path).filter((path) => path.includes('/accounts/'));
    await resolveUnknownMembers(testDesk.desk);
    expect(asked()).toHaveLength(20);
    await until(async () => {
      await resolveUnknownMembers(testDesk.desk);
      expect(new Set(asked()).size).toBe(22);
    });
    expect((await present()).map(({ displayName }) => displayName)).toContain(`Lena ${lena.account.lastName}`);
    expect(await seen()).toHaveLength(22);
  });

  test('is removed where the platform does not know them', async () => {
    await tell('GYM_CHECKIN', 'account-of-nobody');
    await resolveUnknownMembers(testDesk.desk);
    expect(await seen()).toEqual([]);
  });

  test('is stored exactly once among many concurrent deliveries', async () => {
    const enrolled = [];
    for (let count = 0; count < 12; count += 1) enrolled.push(await enrol());
    const both = [testDesk.desk, testDesk.another()];
    await Promise.all(
      enrolled.map(async ({ accountId }, index) => {
        await deliver(event('GYM_CHECKIN', accountId));
        await workInbox(both[index % 2] ?? testDesk.desk);
      }),
    );
    expect((await names()).sort()).toEqual(enrolled.map(({ accountId }) => accountId).sort());
    expect(await seen()).toHaveLength(enrolled.length);
  });
});

describe('the echo of a visit that this desk sent', () => {
  async function checkIn() {
    const { accountId, card } = await enrol();
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: card });
    return { accountId, at: testDesk.clock.now };
  }

  test('is not a second visit, whether it arrives before or after the ledger shows the visit as sent', async () => {
    const { accountId, at } = await checkIn();
    expect(await here.ledger()).toMatchObject([{ state: 'held' }]);
    await tell('GYM_CHECKIN', accountId, at);
    await here.pass(minute);
    expect(await here.ledger()).toMatchObject([{ state: 'sent' }]);
    await tell('GYM_CHECKIN', accountId, String(at), 'ignored');
    expect(await seen()).toEqual([]);
    expect(await present()).toMatchObject([{ accountId, source: 'desk' }]);
  });

  test('of a visit that the ledger shows as sent is heard and not stored; an event of somebody else at that moment is', async () => {
    const { accountId, at } = await checkIn();
    const other = await enrol();
    await here.pass(minute);
    expect(await deliver(event('GYM_CHECKIN', accountId, at))).toBe('ignored');
    const { webhook } = await readConnection({ desk: testDesk.desk, actor: here.actor });
    expect(webhook).toMatchObject({ heardAt: new Date(testDesk.clock.now).toISOString(), deliveries: [] });
    expect(await deliver(event('GYM_CHECKIN', other.accountId, at))).toBe('accepted');
    expect(await deliver(event('GYM_CHECKOUT', accountId, at))).toBe('accepted');
    const stored = await testDesk.desk.db
      .select()
      .from(webhookInbox)
      .where(eq(webhookInbox.locationId, here.location.id));
    expect(stored.map(({ type, accountId: of }) => [type, of]).sort()).toEqual(
      [
        ['GYM_CHECKIN', other.accountId],
        ['GYM_CHECKOUT', accountId],
      ].sort(),
    );
  });

  const checkins = () => here.platform.count('/checkins');
  /** The platform records the visit, and its answer is lost. */
  async function checkInUnanswered() {
    here.platform.loss = ({ path }) => (path.endsWith('/checkins') ? 'reset' : null);
    const visit = await checkIn();
    await here.pass(10_000);
    expect(await here.ledger()).toMatchObject([{ state: 'waiting' }]);
    return visit;
  }

  test('settles a visit whose answer was lost, so that it is not sent again', async () => {
    const { accountId, at } = await checkInUnanswered();
    await here.pass(9_000);
    await tell('GYM_CHECKIN', accountId, at);
    expect(await here.ledger()).toMatchObject([{ state: 'sent', lastError: null }]);
    await here.pass(60 * minute);
    expect(checkins()).toBe(1);
    expect(await seen()).toEqual([]);
  });

  test('control: without it, the visit is sent again after a while', async () => {
    await checkInUnanswered();
    here.platform.loss = () => null;
    await here.pass(9_999);
    expect(checkins()).toBe(1);
    await here.pass(1);
    expect(checkins()).toBe(2);
  });

  test('may arrive before the answer, whatever the answer is', async () => {
    const { accountId, at } = await checkIn();
    const held = holdAnswer();
    here.platform.fault = ({ path }) =>
      path.endsWith('/checkins') ? { status: 500, body: {}, after: held.promise } : null;
    const sending = here.pass(10_000);
    await until(async () => expect(await here.ledger()).toMatchObject([{ state: 'sending' }]));
    await tell('GYM_CHECKIN', accountId, at);
    held.release();
    await sending;
    expect(await here.ledger()).toMatchObject([{ state: 'sent', lastError: null }]);
    await here.pass(60 * minute);
    expect(checkins()).toBe(1);
  });

  test('is distinguished from an entry at a turnstile within the same second', async () => {
    const { accountId, at } = await checkInUnanswered();
    await tell('GYM_CHECKIN', accountId, at + 7);
    expect(await here.ledger()).toMatchObject([{ state: 'waiting' }]);
  });

  test('releases the check-out that waits for the check-in', async () => {
    const { accountId, at } = await checkInUnanswered();
    await checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });
    await tell('GYM_CHECKIN', accountId, at);
    await here.pass(10_000);
    expect((await here.ledger()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  test('is recognised with a time rounded to seconds, up or down', async () => {
    const { accountId, at } = await checkIn();
    for (const rounded of [Math.floor(at / 1_000), Math.ceil(at / 1_000)]) {
      await tell('GYM_CHECKIN', accountId, rounded * 1_000);
    }
    expect(await seen()).toEqual([]);
  });

  test('is not assumed for an event a second away, of another kind, of another member, or for an undone visit', async () => {
    const { accountId, at } = await checkIn();
    const other = await enrol();
    testDesk.clock.now += 10_000;
    await tell('GYM_CHECKIN', accountId, at - 1_000);
    await tell('GYM_CHECKIN', accountId, at + 1_000);
    await tell('GYM_CHECKOUT', accountId, at);
    await tell('GYM_CHECKIN', other.accountId, at);
    expect(await seen()).toHaveLength(4);
    await testDesk.desk.db.update(visits).set({ state: 'undone' }).where(ofHere(visits));
    await tell('GYM_CHECKIN', accountId, at);
    expect(await seen()).toHaveLength(5);
  });
});

describe.each([-10, -6, -3, -1.05, 1.05, 3, 6, 10])(
  'where the clock of the platform is ahead by %d minutes',
  (aheadMinutes) => {
    const aheadMs = aheadMinutes * minute;
    const told = () => [...here.platform.visits.values()].map(({ at }) => at);

    beforeEach(async () => {
      here.platform.clock = () => testDesk.clock.now + aheadMs;
      // the clock is trusted after two answers, as a single one may come from a cache
      for (const _ of ['first', 'second']) await ping(testDesk.desk.gymClientOf(here.location));
    });

    test('echoes of visits of this desk are recognised by that clock', async () => {
      const { accountId, card } = await enrol();
      const scanned = await lookUp(
        { desk: testDesk.desk, actor: here.actor },
        { ...here.tap(), source: 'scan', value: card },
      );
      await here.pass(10_000);
      await tell('GYM_CHECKIN', accountId, told()[0], 'ignored');
      expect(await present()).toMatchObject([{ accountId, since: scanned.tappedAt, source: 'desk' }]);
      const again = await lookUp(
        { desk: testDesk.desk, actor: here.actor },
        { ...here.tap(), source: 'scan', value: card },
      );
      expect(again).toMatchObject({ visit: { tapId: scanned.tapId } });
      await checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });
      await here.pass(10_000);
      await tell('GYM_CHECKOUT', accountId, told()[1], 'ignored');
      expect(await seen()).toEqual([]);
      expect(await names()).toEqual([]);
    });

    test('the echo of a visit whose answer was lost settles it, so that it is not sent again', async () => {
      const { accountId, card } = await enrol();
      here.platform.loss = ({ path }) => (path.endsWith('/checkins') ? 'reset' : null);
      await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: card });
      await here.pass(10_000);
      await tell('GYM_CHECKIN', accountId, told()[0]);
      expect(await here.ledger()).toMatchObject([{ state: 'sent', lastError: null }]);
      await here.pass(60 * minute);
      expect(here.platform.count('/checkins')).toBe(1);
    });

    test('an event without a time gets the time of receipt', async () => {
      const { accountId } = await enrol();
      await tell('GYM_CHECKIN', accountId, null);
      expect(await present()).toMatchObject([{ accountId, since: new Date(testDesk.clock.now).toISOString() }]);
    });

    test('an entry at a turnstile is stored by the clock of the desk, and never in its future', async () => {
      const { accountId, card } = await enrol();
      await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: card });
      testDesk.clock.now += 20 * minute;
      const leftAt = testDesk.clock.now - 30_000;
      await tell('GYM_CHECKOUT', accountId, leftAt + aheadMs);
      const [left] = await seen();
      expect(Math.abs((left?.at.getTime() ?? 0) - leftAt)).toBeLessThanOrEqual(1_000);
      expect(await names()).toEqual([]);
      await tell('GYM_CHECKIN', accountId, testDesk.clock.now + aheadMs + 2 * minute);
      expect(await present()).toMatchObject([{ since: new Date(testDesk.clock.now).toISOString() }]);
    });
  },
);

describe('the end of a membership', () => {
  test('makes the desk forget the member at once', async () => {
    const { accountId, card } = await enrol();
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: card });
    await tell('MEMBERSHIP_DELETE', accountId);
    expect(await names()).toEqual([]);
    expect(await here.ledger()).toEqual([]);
    const known = and(eq(members.locationId, here.location.id), eq(members.accountId, accountId));
    expect(await testDesk.desk.db.select().from(members).where(known)).toEqual([]);
    expect(JSON.stringify(await inbox())).not.toContain(accountId);
  });

  test('is not undone by earlier events that are delivered later or wait in the inbox', async () => {
    const { accountId } = await enrol();
    const before = testDesk.clock.now - minute;
    await deliver(event('MEMBERSHIP_DELETE', accountId));
    await deliver(event('GYM_CHECKIN', accountId, before));
    await workInbox(testDesk.desk);
    await tell('GYM_CHECKIN', accountId, before + 1);
    await resolveUnknownMembers(testDesk.desk);
    expect(await seen()).toEqual([]);
    expect(JSON.stringify(await inbox())).not.toContain(accountId);
  });

  test('that is delivered late is verified, where the platform has returned the member since', async () => {
    const [again, gone] = [await enrol(), await enrol()];
    const before = testDesk.clock.now - minute;
    for (const { accountId } of [again, gone]) {
      await writeAboutMember(testDesk.desk.db, {
        locationId: here.location.id,
        accountId,
        staffId: here.actor.staffId,
      });
    }
    here.platform.members.pop();
    await tell('MEMBERSHIP_DELETE', again.accountId, before);
    await tell('MEMBERSHIP_DELETE', gone.accountId, before);
    await workNow(testDesk.desk, askingForAbsent);
    const kept = ({ accountId }: { accountId: string }) =>
      keptOfMember(testDesk.desk.db, { locationId: here.location.id, accountId });
    expect([await kept(again), await kept(gone)]).toEqual([allOfMember, []]);
  });

  test.each([-10, 10])('is handled at once although the clocks are %i minutes apart', async (aheadMin) => {
    here.platform.clock = () => testDesk.clock.now + aheadMin * minute;
    const { accountId } = await enrol();
    await ping(testDesk.desk.gymClientOf(here.location));
    await ping(testDesk.desk.gymClientOf(here.location));
    testDesk.clock.now += minute;
    await tell('MEMBERSHIP_DELETE', accountId, here.platform.clock());
    const known = and(eq(members.locationId, here.location.id), eq(members.accountId, accountId));
    expect(await testDesk.desk.db.select().from(members).where(known)).toEqual([]);
  });

  test('does not prevent the member from joining again', async () => {
    const { accountId } = await enrol();
    await tell('MEMBERSHIP_DELETE', accountId);
    testDesk.clock.now += minute;
    await tell('GYM_CHECKIN', accountId);
    await resolveUnknownMembers(testDesk.desk);
    expect(await names()).toEqual([accountId]);
  });
});

describe('behind a long inbox of another location', () => {
  const count = 130;

  /** Adds events of a location, delivered while its desk was off. */
  const fill = ({ id: locationId }: TestLocation['location'], length = count) => {
    const at = new Date(testDesk.clock.now - minute);
    const events = Array.from({ length }, (_, index) => ({
      locationId,
      digest: randomUUID(),
      type: 'GYM_CHECKIN' as const,
      accountId: `account-${index}`,
      at,
      receivedAt: at,
      nextAttemptAt: at,
    }));
    return testDesk.desk.db.insert(webhookInbox).values(events);
  };
  const waiting = async () => (await inbox()).filter(({ accountId }) => accountId !== null).length;
  /** Another location, with one event. */
  const openQuiet = async () => {
    const { location } = await testDesk.openLocation();
    await ping(testDesk.desk.gymClientOf(location));
    const now = new Date(testDesk.clock.now);
    await testDesk.desk.db.insert(webhookInbox).values({
      locationId: location.id,
      digest: randomUUID(),
      type: 'GYM_CHECKIN',
      accountId: 'account-of-lena',
      at: now,
      receivedAt: now,
      nextAttemptAt: now,
    });
    return location;
  };
  const seenAt = ({ id }: TestLocation['location']) =>
    testDesk.desk.db.select().from(elsewhereEvents).where(eq(elsewhereEvents.locationId, id));

  test('the first event of a location is handled before later ones of the crowded location', async () => {
    await fill(here.location);
    const crowded = await waiting();
    const quiet = await openQuiet();
    await workInbox(testDesk.desk, { mostRounds: 1 });
    expect(await seenAt(quiet)).toHaveLength(1);
    expect([crowded, await waiting()]).toEqual([count, count - 20]);
  });

  test('a location that was skipped is tried again while the others are handled', async () => {
    const { desk } = testDesk;
    await fill(here.location, 230);
    const quiet = await openQuiet();
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = testDesk.another().db.transaction(async (tx) => {
      await tx.select().from(webhookInbox).where(eq(webhookInbox.locationId, quiet.id)).for('update');
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    let handled = 0;
    const transaction: typeof desk.db.transaction = async (work, config) => {
      handled += 1;
      // the first round is over
      if (handled === 50) {
        released.resolve();
        await holding;
      }
      return desk.db.transaction(work, config);
    };
    await workInbox({ ...desk, db: Object.assign(Object.create(desk.db), { transaction }) });
    expect(handled).toBeGreaterThan(230);
    expect(await seenAt(quiet)).toHaveLength(1);
  });

  test('everything is handled in one call, however much it is', async () => {
    await fill(here.location);
    await workInbox(testDesk.desk);
    expect(await waiting()).toBe(0);
    expect(await seen()).toHaveLength(count);
  });

  test('a desk that shuts down handles no further events', async () => {
    await fill(here.location);
    await workInbox({ ...testDesk.desk, live: { ...testDesk.desk.live, stopping: AbortSignal.abort() } });
    expect(await waiting()).toBe(count);
  });
});

test('an event whose due time lies in the future since the clock was set back is handled', async () => {
  testDesk.clock.now = nowAheadOfDatabase();
  const { accountId } = await enrol();
  await deliver(event('GYM_CHECKIN', accountId));
  testDesk.clock.now -= 60 * minute;
  await workInbox(testDesk.desk);
  expect(await names()).toEqual([accountId]);
});

describe('a process that does not know the clock of a platform yet', () => {
  const aheadMs = 6 * minute;
  const cameAt = () => testDesk.clock.now - 10 * minute;

  beforeEach(() => {
    here.platform.clock = () => testDesk.clock.now + aheadMs;
  });

  test('asks the platform before it handles its events', async () => {
    const { accountId } = await enrol();
    await deliver(event('GYM_CHECKIN', accountId, cameAt() + aheadMs));
    await workInbox(testDesk.another());
    const [came] = await seen();
    expect(Math.abs((came?.at.getTime() ?? 0) - cameAt())).toBeLessThanOrEqual(1_000);
  });

  test('leaves its events while the platform does not answer, and handles them once it does', async () => {
    const { accountId } = await enrol();
    const started = testDesk.another();
    await deliver(event('GYM_CHECKIN', accountId, cameAt() + aheadMs));
    await here.platform.stop();
    await workInbox(started);
    expect(await seen()).toEqual([]);
    expect(await inbox()).toMatchObject([{ accountId, attempts: 0 }]);
    await here.platform.start();
    await workInbox(started);
    const [came] = await seen();
    expect(Math.abs((came?.at.getTime() ?? 0) - cameAt())).toBeLessThanOrEqual(1_000);
  });
});

test('an event that fails does not stop the others, and is retried', async () => {
  const [lena, omar] = [await enrol(), await enrol()];
  const { db } = testDesk.desk;
  await db.execute(
    sql`alter table elsewhere_events add constraint broken check (account_id <> ${sql.raw(`'${lena.accountId}'`)})`,
  );
  await deliver(event('GYM_CHECKIN', lena.accountId));
  await deliver(event('GYM_CHECKIN', omar.accountId));
  await workInbox(testDesk.desk);
  expect(await names()).toEqual([omar.accountId]);
  await db.execute(sql`alter table elsewhere_events drop constraint broken`);
  await workInbox(testDesk.desk);
  expect(await names()).toEqual([omar.accountId]);
  testDesk.clock.now += 2_000;
  await workInbox(testDesk.desk);
  expect((await names()).sort()).toEqual([lena.accountId, omar.accountId].sort());
});
