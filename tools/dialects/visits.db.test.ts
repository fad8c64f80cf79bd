import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { admitAnyway } from '#lib/server/arrivals/admit-anyway.ts';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { readingHomes } from '#lib/server/directory/homes.ts';
import { mirroringMembers } from '#lib/server/directory/mirror.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { listVisits } from '#lib/server/members/visits.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { type Receipt, receiveDelivery } from '#lib/server/webhooks/receive.ts';
import { keepWebhooksRegistered } from '#lib/server/webhooks/register.ts';
import { workInbox } from '#lib/server/webhooks/work-inbox.ts';
import type { RunningJobs } from '#platform/jobs/start.ts';
import { issueTan, type NewTan } from '#platform/services/tans/issue.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { until } from '#shared/testing/until.ts';
import { type GymOfBoth, setUpDeskAtPlatform, waysToSpeak } from '#tools/testing/desk-at-platform.ts';

const { testDesk, platform, openGym, loseAnswerOf } = setUpDeskAtPlatform();
const untilSentMs = 15_000;

/** The visits of a member at the platform. */
const recorded = async (accountId: string) =>
  (
    await platform.rows<{ kind: string; at: Date }>(
      'SELECT kind, occurred_at AS at FROM visits WHERE account_id = $1 ORDER BY occurred_at',
      [accountId],
    )
  ).map(({ kind, at }) => ({ kind, at: at.getTime() }));

describe.each(waysToSpeak)('of a platform with the "%s" dialect', (way) => {
  let here: GymOfBoth;
  let lena: string;
  let count = 0;
  let value: string;

  beforeEach(async () => {
    here = await openGym(way, { isInCorporateNetwork: true });
    lena = await here.enrol({ membership: { membershipId: 'M-7001' } });
    value = await giveCard(lena);
    await here.readMembers();
  });

  async function giveCard(accountId: string, gym = here.gym): Promise<string> {
    count += 1;
    const rfid = `0x04C0FF${count.toString(16).toUpperCase().padStart(4, '0')}`;
    await gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid } });
    return rfid;
  }

  const scan = (scanned = value) =>
    lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: scanned });
  const type = (typed: string) =>
    lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'typed', value: typed });
  const present = async () =>
    (await readPresence({ desk: testDesk.desk, actor: here.actor })).entries.map(({ accountId, source }) => [
      accountId,
      source,
    ]);
  const states = async () => (await here.ledger()).map(({ kind, state }) => `${kind} ${state}`);

  test('a scan reaches the platform once, with the time of the scan, when its undo period is over', async () => {
    const { tappedAt } = here.tap();
    expect(await scan()).toMatchObject({ kind: 'admitted', member: { displayName: 'Lena Vogt' } });
    expect(await recorded(lena)).toEqual([]);
    await here.pass(untilSentMs);
    await here.pass(10 * untilSentMs);
    expect(await recorded(lena)).toEqual([{ kind: 'CHECKIN', at: tappedAt }]);
    expect((await listVisits({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).visits).toMatchObject([
      { in: { at: new Date(tappedAt).toISOString(), how: 'card' }, out: null, trouble: null },
    ]);
  });

  test('a second scan soon after is ignored with a note', async () => {
    await scan();
    await here.pass(1_000);
    expect(await scan()).toMatchObject({ kind: 'admitted', reasons: [{ code: 'repeatIgnored' }] });
    await here.pass(untilSentMs);
    expect(await recorded(lena)).toHaveLength(1);
  });

  test('undo removes the visit, which is never sent to the platform', async () => {
    const verdict = await scan();
    expect(await present()).toEqual([[lena, 'desk']]);
    expect(await undo({ desk: testDesk.desk, actor: here.actor }, verdict)).toMatchObject({
      reasons: [{ code: 'undone' }],
    });
    await here.pass(untilSentMs);
    expect([await present(), await recorded(lena), await states()]).toEqual([[], [], ['checkIn undone']]);
  });

  test('check-out removes a member from the list, and reaches the platform', async () => {
    await checkIn({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId: lena });
    await here.pass(untilSentMs);
    const leaving = { ...here.tap(), accountId: lena };
    expect(await checkOut({ desk: testDesk.desk, actor: here.actor }, leaving)).toMatchObject({
      reasons: [{ code: 'checkedOut' }],
    });
    expect(await present()).toEqual([]);
    await here.pass(untilSentMs);
    expect((await recorded(lena)).map(({ kind }) => kind)).toEqual(['CHECKIN', 'CHECKOUT']);
    expect(await states()).toEqual(['checkIn sent', 'checkOut sent']);
  });

  test('a member is found by card, pass, e-mail address and membership id alike', async () => {
    const path = { accountId: lena };
    const { body } = await here.gym.ask('retrieveAccount', { path });
    const token = `pass04c0ffee${value.slice(2).toLowerCase()}beef`;
    await here.gym.ask('assignAccountNfcToken', { path, body: { token, collectorId: 77001 } });
    const verdicts = [scan(), scan(token), type(body.email), type('M-7001')];
    for (const verdict of await Promise.all(verdicts)) expect(verdict).toMatchObject({ member: { accountId: lena } });
    expect(await scan('0x04C0FFEEFF')).toMatchObject({ kind: 'unknown', reasons: [{ code: 'cardUnknown' }] });
  });

  test.each([
    [{}, 'admitted', []],
    [{ dateOfBirth: '1990-11-21' }, 'admitted', ['birthday']],
    [{ membership: { endOfContract: '2026-12-01' } }, 'attention', ['contractEndsSoon']],
    [{ membership: { endOfContract: '2026-11-01' } }, 'attention', ['contractEnded']],
    [{ membership: { startOfContract: '2027-01-01' } }, 'attention', ['contractNotStarted']],
    [{ membership: { membershipType: 'PROSPECT' } }, 'attention', ['prospect']],
  ] as const)('the verdict follows from the data of the member: %j', async (fields, kind, codes) => {
    const verdict = await scan(await giveCard(await here.enrol(fields)));
    expect(verdict).toMatchObject({ kind });
    const said = verdict.reasons.map(({ code }) => code).filter((code) => code !== 'firstVisitThisMonth');
    expect(said).toEqual(codes);
  });

  describe('a corporate member', () => {
    const entitled = async (entitlement: NewTan) => {
      const { tan } = await platform.operate((operator) => issueTan(operator, entitlement));
      return here.enrol({ membership: { membershipType: 'CORPORATE_FITNESS', verificationTAN: tan } });
    };

    test('is admitted, the first time with a note, and each visit sends one admission request', async () => {
      const accountId = await entitled({ startsOn: '2026-01-01' });
      const rfid = await giveCard(accountId);
      expect(await scan(rfid)).toMatchObject({ kind: 'attention', reasons: [{ code: 'firstAdmission' }] });
      await here.pass(untilSentMs);
      await checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });
      await here.pass(3_600_000);
      const again = await scan(rfid);
      expect(again.reasons.map(({ code }) => code)).not.toContain('firstAdmission');
      await here.pass(untilSentMs);
      const admissions = await platform.rows('SELECT FROM admissions WHERE account_id = $1', [accountId]);
      expect(admissions).toHaveLength(2);
    });

    test('has a row for each admission that the platform has logged, also where its answer was lost', async () => {
      const accountId = await entitled({ startsOn: '2026-01-01' });
      const rfid = await giveCard(accountId);
      loseAnswerOf(({ method, url }) => method === 'POST' && url.endsWith('/admissions'));
      expect(await scan(rfid)).toMatchObject({ kind: 'unconfirmed' });
      await here.pass(untilSentMs);
      const logged = await platform.rows('SELECT FROM admissions WHERE account_id = $1', [accountId]);
      const kept = await testDesk.desk.db.select().from(admissions).where(eq(admissions.accountId, accountId));
      expect(logged).toHaveLength(2);
      expect(kept.map(({ isFirst, occasion }) => [isFirst, occasion]).sort()).toEqual([
        [null, 'counter'],
        [false, 'later'],
      ]);
    });

    test('who is refused has no row', async () => {
      const accountId = await entitled({ startsOn: '2025-01-01', endsOn: '2026-01-01' });
      expect(await scan(await giveCard(accountId))).toMatchObject({ kind: 'refused' });
      expect(await testDesk.desk.db.$count(admissions, eq(admissions.accountId, accountId))).toBe(0);
    });

    test('whose entitlement has ended is refused, and can be admitted anyway with a reason', async () => {
      const accountId = await entitled({ startsOn: '2025-01-01', endsOn: '2026-01-01' });
      const verdict = await scan(await giveCard(accountId));
      expect(verdict).toMatchObject({ kind: 'refused', reasons: [{ code: 'corporateMembershipEnded' }] });
      const anyway = { ...here.tap(), accountId, reason: 'Pays in cash' };
      expect(await admitAnyway({ desk: testDesk.desk, actor: here.actor }, anyway)).toMatchObject({
        kind: 'attention',
        reasons: [{ code: 'admissionOverridden' }, { code: 'contractEnded', endedOn: '2026-01-01' }],
      });
      await here.pass(untilSentMs);
      expect(await recorded(accountId)).toMatchObject([{ kind: 'CHECKIN' }]);
    });
  });

  test('a member of another gym of the chain is reported with the gym’s name', async () => {
    const north = await openGym(way, { chainId: here.gym.chainId });
    const guest = await north.enrol({ firstName: 'Omar' });
    const rfid = await giveCard(guest, north.gym);
    for (const work of [mirroringMembers, readingHomes]) await workNow(testDesk.desk, work);
    expect(await scan(rfid)).toMatchObject({ homeGym: north.location.name, member: { accountId: guest } });
    expect(await scan()).not.toHaveProperty('homeGym');
  });

  test('a visit whose response was lost is sent again', async () => {
    await scan();
    loseAnswerOf(({ method, url }) => method === 'POST' && url.endsWith('/checkins'));
    await here.pass(untilSentMs);
    expect(await states()).toEqual(['checkIn waiting']);
    await here.pass(60_000);
    expect(await states()).toEqual(['checkIn sent']);
    // only our own platform guarantees idempotency
    expect(await recorded(lena)).toHaveLength(way === 'own' ? 1 : 2);
  });

  describe('and the events of the platform', () => {
    let jobs: RunningJobs;
    let told: () => Promise<void>;
    let hear: (deliveries: number, receipt?: Receipt) => Promise<void>;

    beforeAll(async () => {
      jobs = await startTestJobs(platform);
    });
    afterAll(() => jobs.stop());
    beforeEach(async () => {
      const receiver = await startReceiver();
      const desk = { ...testDesk.desk, url: `http://127.0.0.1:${receiver.port}` };
      await keepWebhooksRegistered(desk);
      let heard = 0;
      hear = async (deliveries, receipt = 'accepted') => {
        await until(() => expect(receiver.requests).toHaveLength(heard + deliveries));
        for (const { path, headers, body } of receiver.requests.slice(heard)) {
          const saysOf = (name: string) => headers[name]?.toString() ?? null;
          const signature = {
            id: saysOf('webhook-id'),
            timestamp: saysOf('webhook-timestamp'),
            signatures: saysOf('webhook-signature'),
          };
          const hookId = path?.split('/').at(-1) ?? '';
          const delivery = { hookId, secret: saysOf('x-api-key'), signature, readBody: async () => body };
          expect(await receiveDelivery(testDesk.desk, delivery)).toBe(receipt);
        }
        heard += deliveries;
        await workInbox(testDesk.desk);
      };
      told = () => hear(1);
    });
    const elsewhere = () =>
      testDesk.desk.db.select().from(elsewhereEvents).where(eq(elsewhereEvents.locationId, here.location.id));

    test('the event for a visit of the desk is not taken for a visit from elsewhere', async () => {
      await scan();
      await here.pass(untilSentMs);
      await hear(1, 'ignored');
      expect(await elsewhere()).toEqual([]);
      expect(await present()).toEqual([[lena, 'desk']]);
    });

    test('the event for a visit whose response was lost prevents a retry', async () => {
      await scan();
      loseAnswerOf(({ method, url }) => method === 'POST' && url.endsWith('/checkins'));
      await here.pass(untilSentMs);
      await told();
      expect(await states()).toEqual(['checkIn sent']);
      await here.pass(60_000);
      expect(await recorded(lena)).toHaveLength(1);
    });

    test('a member who enters and leaves through a turnstile is added to and removed from the list', async () => {
      const visit = async (verb: 'checkin' | 'checkout') => {
        await here.gym.ask(verb, { path: { accountId: lena }, body: { timestamp: testDesk.clock.now } });
        await told();
      };
      await visit('checkin');
      expect(await present()).toEqual([[lena, 'elsewhere']]);
      testDesk.clock.now += 60_000;
      await visit('checkout');
      expect(await present()).toEqual([]);
    });

    test('a member whose membership ended elsewhere is removed', async () => {
      const query = { eraseMemberData: false };
      testDesk.clock.now += 60_000;
      await here.gym.ask('eraseAccountMembershipData', { path: { accountId: lena }, query });
      await told();
      expect(await scan()).toMatchObject({ kind: 'unknown' });
    });
  });
});
