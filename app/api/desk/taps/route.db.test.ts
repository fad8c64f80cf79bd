import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { locations } from '#lib/server/db/schema/locations.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { setRetired } from '#lib/server/locations/set-retired.ts';
import { giveBadge } from '#lib/server/staff/badges.ts';
import { browser, browserRequest, hire as hireAt } from '#lib/testing/browser.ts';
import { inventMember } from '#lib/testing/members.ts';
import { claimOf, contextOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { GET, POST } from './route.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;

beforeEach(async () => {
  browser.claim = null;
  here = await testDesk.openLocation();
});

const hire = (role: StaffRole) => hireAt(testDesk, role, here);
/** @returns the signed-in user */
async function signIn(staffId: string | Promise<string>): Promise<string> {
  browser.claim = await claimOf(testDesk.desk, await staffId);
  return staffId;
}
const ownPage = { origin: 'http://desk', host: 'desk', 'content-type': 'application/json' };
async function send(body: BodyInit, headers: Record<string, string> = ownPage): Promise<Response> {
  // required for a stream as body
  const init = { method: 'POST', headers, body, duplex: 'half' };
  return POST(await browserRequest('http://desk/', init));
}
const post = (body: object) => send(JSON.stringify(body));
const recorded = () => testDesk.desk.db.select().from(visits).where(eq(visits.locationId, here.location.id));

function scanOf(staffId: string) {
  const lena = inventMember();
  here.platform.members.push(lena);
  const tap = { ...here.tap(), locationId: here.location.id, staffId };
  return { kind: 'lookUp', source: 'scan', value: lena.card, ...tap };
}

test('a tap retried after another user signed in is recorded once, for the user who made it', async () => {
  const [ana, ben] = [await hire('reception'), await hire('reception')];
  const scan = scanOf(ana);
  await signIn(ben);
  const answers = [await post(scan), await post(scan)];
  for (const answer of answers) expect(await answer.json()).toMatchObject({ ok: true, value: { kind: 'admitted' } });
  expect(await recorded()).toMatchObject([{ tapId: scan.tapId, staffId: ana, sentBy: ben }]);
});

test('a tap sent by the user who made it has no separate sender', async () => {
  const staffId = await signIn(hire('reception'));
  await post(scanOf(staffId));
  expect(await recorded()).toMatchObject([{ staffId, sentBy: null }]);
});

describe('a tap that waited in the browser until the gym was retired', () => {
  const retire = () => setRetired(testDesk.desk, { locationId: here.location.id, isRetired: true });
  const scanAt = (staffId: string, at: number) => {
    const now = testDesk.clock.now;
    return { ...scanOf(staffId), tappedAt: at, sentAt: now, ageMs: now - at, byDesk: { at, isSure: true } };
  };

  test('is recorded for whoever worked there, also where they have no other gym, and can be undone', async () => {
    const staffId = await signIn(hire('reception'));
    const made = testDesk.clock.now;
    testDesk.clock.now += 60_000;
    await retire();
    testDesk.clock.now += 60_000;
    const scan = scanAt(staffId, made);
    const answer = await (await post(scan)).json();
    const told = { kind: 'unconfirmed', member: null, visit: null, reasons: [], offers: [], scanned: { text: '' } };
    expect(answer).toMatchObject({ ok: true, value: told });
    const [lena] = here.platform.members;
    expect(JSON.stringify(answer)).not.toContain(lena?.account.accountId);
    expect(await recorded()).toMatchObject([{ tapId: scan.tapId, staffId, tappedAt: new Date(made) }]);
    const undone = await post({ kind: 'undo', tapId: scan.tapId, locationId: scan.locationId });
    expect(await undone.json()).toMatchObject({ ok: true, value: { member: null, reasons: [{ code: 'undone' }] } });
    expect(await recorded()).toMatchObject([{ state: 'undone' }]);
  });

  test('asks the platform nothing where it checks nobody in, and is answered like any other', async () => {
    const isHere = eq(locations.id, here.location.id);
    await testDesk.desk.db.update(locations).set({ checkInOnScan: false }).where(isHere);
    const staffId = await signIn(hire('reception'));
    const made = testDesk.clock.now;
    testDesk.clock.now += 60_000;
    await retire();
    const { tapId, ...scan } = scanAt(staffId, made);
    const [known, unknown] = [
      { ...scan, tapId },
      { ...scan, tapId: testDesk.desk.newId(), value: 'nobody' },
    ];
    const answers = [await (await post(known)).json(), await (await post(unknown)).json()];
    expect(answers[0]).toMatchObject({ ok: true, value: { kind: 'unconfirmed', tapId, member: null } });
    expect(answers[1]).toEqual({ ok: true, value: { ...answers[0].value, tapId: unknown.tapId } });
    expect(here.platform.requests).toEqual([]);
    expect(await recorded()).toEqual([]);
  });

  test('which checks out somebody whom the desk does not know is answered like any other, and asks the platform nothing', async () => {
    const staffId = await signIn(hire('reception'));
    const { value: _, source: __, ...arrival } = scanOf(staffId);
    const [lena] = here.platform.members;
    const accountId = lena?.account.accountId ?? '';
    await post({ ...arrival, kind: 'checkIn', accountId });
    testDesk.clock.now += 60_000;
    const made = testDesk.clock.now;
    testDesk.clock.now += 60_000;
    await retire();
    here.platform.requests.length = 0;
    const leave = async (who: string) => {
      const { value: ___, source: ____, ...tap } = scanAt(staffId, made);
      return { tapId: tap.tapId, answer: await (await post({ ...tap, kind: 'checkOut', accountId: who })).json() };
    };
    const [known, unknown] = [await leave(accountId), await leave(testDesk.desk.newId())];
    expect(known.answer).toMatchObject({ ok: true, value: { kind: 'unconfirmed', reasons: [] } });
    expect(unknown.answer).toEqual({ ok: true, value: { ...known.answer.value, tapId: unknown.tapId } });
    expect(here.platform.requests).toEqual([]);
    expect((await recorded()).map(({ kind }) => kind)).toEqual(['checkIn', 'checkOut']);
  });

  test('is refused two weeks after the gym was retired', async () => {
    const made = testDesk.clock.now;
    testDesk.clock.now += 60_000;
    await retire();
    testDesk.clock.now += 14 * dayMs;
    const scan = scanAt(await signIn(hire('reception')), made);
    expect((await post(scan)).status).toBe(403);
    expect(await recorded()).toEqual([]);
  });

  test('is refused where it was made afterwards, or by somebody of another gym', async () => {
    const staffId = await signIn(hire('reception'));
    const made = testDesk.clock.now;
    testDesk.clock.now += 60_000;
    await retire();
    testDesk.clock.now += 60_000;
    expect((await post(scanAt(staffId, testDesk.clock.now - 30_000))).status).toBe(403);
    const scan = scanAt(staffId, made);
    here = await testDesk.openLocation();
    await signIn(hire('reception'));
    expect((await post(scan)).status).toBe(403);
    expect(await testDesk.desk.db.select().from(visits).where(eq(visits.tapId, scan.tapId))).toEqual([]);
  });
});

test('an override of a refusal is not accepted in the name of another user', async () => {
  const [mira, max] = [await hire('manager'), await hire('manager')];
  await signIn(max);
  const { value: _, source: __, ...tap } = scanOf(mira);
  const answer = await post({ ...tap, kind: 'admitAnyway', accountId: 'account-1', reason: 'she knows him' });
  expect(answer.status).toBe(403);
  expect(await recorded()).toEqual([]);
});

test('a scanned badge and a late undo are answered with status 200, so that browsers log no error', async () => {
  const staffId = await signIn(hire('reception'));
  const manager = await contextOf(testDesk.desk, await hire('manager'));
  const scan = scanOf(staffId);
  await giveBadge(manager, { staffId, card: scan.value, source: 'scan', pin: '583920' });
  const ofBadge = await post(scan);
  expect([ofBadge.status, await ofBadge.json()]).toMatchObject([200, { ok: false, error: { code: 'staffBadge' } }]);

  const { tapId, locationId, ...visit } = scanOf(staffId);
  await post({ ...visit, tapId, locationId });
  await testDesk.desk.db.update(visits).set({ state: 'sent' }).where(eq(visits.tapId, tapId));
  const late = await post({ kind: 'undo', tapId, locationId });
  expect([late.status, await late.json()]).toMatchObject([200, { ok: false, error: { code: 'tooLate' } }]);
});

test.each([
  ['nobody signed in', 401, null],
  ['a trainer', 403, 'trainer'],
] as const)('a tap with %s is refused', async (_, status, role) => {
  if (role) await signIn(hire(role));
  expect((await post(scanOf(testDesk.desk.newId()))).status).toBe(status);
  expect(await recorded()).toEqual([]);
});

describe('later verdicts', () => {
  const read = (...tapIds: string[]) => {
    const query = [['locationId', here.location.id], ...tapIds.map((tapId) => ['tapId', tapId])];
    return browserRequest(`http://desk/api/desk/taps?${new URLSearchParams(query)}`).then(GET);
  };

  test('are read for taps of a location by users who may record visits there', async () => {
    const ana = await hire('reception');
    await signIn(ana);
    here.platform.fault = () => ({ status: 503 });
    const scan = scanOf(ana);
    await post(scan);
    expect(await (await read(scan.tapId)).json()).toEqual([]);
    here.platform.fault = () => null;
    await here.confirm();
    const answer = await read(scan.tapId, testDesk.desk.newId());
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject([{ kind: 'admitted', tapId: scan.tapId }]);

    here = await testDesk.openLocation();
    expect((await read(scan.tapId)).status).toBe(403);
    await signIn(hire('reception'));
    expect(await (await read(scan.tapId)).json()).toEqual([]);
    await signIn(hire('trainer'));
    expect((await read(scan.tapId)).status).toBe(403);
  });

  test.each([
    ['no tap', []],
    ['what is no tap', ['x']],
  ])('are not read for %s', async (_, tapIds) => {
    await signIn(hire('reception'));
    expect((await read(...tapIds)).status).toBe(400);
  });
});

describe('a request that is not from a page of the desk', () => {
  const { origin: _, ...withoutOrigin } = ownPage;

  test.each([
    ['a page on another port', { ...ownPage, origin: 'http://desk:8080' }, 403],
    ['a page of another name', { ...ownPage, origin: 'http://desk.evil.example' }, 403],
    ['a page that hides where it is', { ...ownPage, origin: 'null' }, 403],
    ['no page at all', withoutOrigin, 403],
    ['a form', { ...ownPage, 'content-type': 'text/plain' }, 400],
  ])('%s records no visit although the session cookie is sent', async (_, headers, status) => {
    const staffId = await signIn(hire('reception'));
    expect((await send(JSON.stringify(scanOf(staffId)), headers)).status).toBe(status);
    expect(await recorded()).toEqual([]);
  });

  test('is recorded if its origin is the desk (control)', async () => {
    const staffId = await signIn(hire('reception'));
    await send(JSON.stringify(scanOf(staffId)));
    expect(await recorded()).toHaveLength(1);
  });

  /** 80 MB that are expensive to parse, generated only as far as they are read. */
  function expensiveBody() {
    const piece = new TextEncoder().encode('{},'.repeat(8 * 1024));
    const counted = { pieces: 0, bytes: piece.byteLength };
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (stream) => {
          counted.pieces += 1;
          if (counted.pieces * counted.bytes > 80_000_000) stream.close();
          else stream.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    return { body, counted };
  }

  test('without a session no body is read, and with one at most 64 kB and one chunk', async () => {
    const ofNobody = expensiveBody();
    expect((await send(ofNobody.body)).status).toBe(401);
    expect(ofNobody.counted.pieces).toBe(0);
    await signIn(hire('trainer'));
    const ofTrainer = expensiveBody();
    expect((await send(ofTrainer.body)).status).toBe(403);
    expect(ofTrainer.counted.pieces).toBe(0);
    await signIn(hire('reception'));
    const ofReception = expensiveBody();
    expect((await send(ofReception.body)).status).toBe(400);
    expect((ofReception.counted.pieces - 1) * ofReception.counted.bytes).toBeLessThanOrEqual(64 * 1024);
  });

  test.each(['a \0 character', 'half \ud800 of a pair'])(
    '%j in the reason of an override is refused',
    async (reason) => {
      const staffId = await signIn(hire('manager'));
      const { value: __, source: ___, ...tap } = scanOf(staffId);
      const answer = await post({ ...tap, kind: 'admitAnyway', accountId: 'account-1', reason });
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'invalidInput' } }]);
    },
  );
});
