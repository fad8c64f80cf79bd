import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, type SessionClaim } from '#lib/server/auth/session/sessions.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { keepPhoto } from '#lib/server/photos/keep-photo.ts';
import { browser, browserRequest, signIn as signInAt } from '#lib/testing/browser.ts';
import { inventMember } from '#lib/testing/members.ts';
import { inventPicture } from '#lib/testing/pictures.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { GET, POST } from './route.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let there: TestLocation;
let picture: Buffer;
const lena = inventMember();
const { accountId } = lena.account;

beforeAll(async () => {
  [here, there, picture] = [await testDesk.openLocation(), await testDesk.openLocation(), await inventPicture()];
  here.platform.members.push(lena);
  await upsertMembers(testDesk.desk.db, {
    locationId: here.location.id,
    members: [memberOf(lena.account)],
    askedAt: new Date(testDesk.clock.now),
  });
});
beforeEach(() => {
  browser.claim = null;
  here.platform.requests.length = 0;
});

const signIn = (role: StaffRole, location = here) => signInAt(testDesk, role, location);

const params = Promise.resolve({ accountId });
const read = async ({ location } = here) =>
  GET(await browserRequest(`http://desk${pathAt(location.id, `/api/desk/photos/${accountId}`)}`), { params });
const ownPage = { origin: 'http://desk', host: 'desk', 'content-type': 'application/octet-stream' };
const send = async (body: BodyInit, query: Record<string, string> = {}, headers: Record<string, string> = ownPage) => {
  const search = new URLSearchParams({ locationId: here.location.id, ...query });
  const init = { method: 'POST', headers, body, duplex: 'half' };
  return POST(await browserRequest(`http://desk/api/desk/photos/${accountId}?${search}`, init), { params });
};
const file = () => new Blob([new Uint8Array(picture)]);

describe('reading a picture', () => {
  beforeAll(() => keepPhoto({ desk: testDesk.desk, actor: here.actor }, { accountId, file: picture }));

  test('needs a session with access to the location', async () => {
    expect((await read()).status).toBe(401);
    await signIn('manager', there);
    expect((await read()).status).toBe(403);
    const elsewhere = await read(there);
    expect(elsewhere.status).toBe(404);
    expect(await elsewhere.text()).toBe('');
  });

  const seen = (kind: 'checkIn' | 'checkOut', location: TestLocation) =>
    testDesk.desk.db
      .insert(elsewhereEvents)
      .values({ locationId: location.location.id, accountId, kind, at: new Date(testDesk.clock.now) });

  test('a trainer sees it only while the member is in at this location', async () => {
    await signIn('trainer');
    expect((await read()).status).toBe(404);
    await seen('checkIn', there);
    expect((await read()).status).toBe(404);
    await seen('checkIn', here);
    expect((await read()).status).toBe(200);
    await here.pass(60_000);
    await seen('checkOut', here);
    await here.pass(60_000);
    expect((await read()).status).toBe(404);
    await seen('checkIn', here);
    await here.pass(25 * 3_600_000);
    await signIn('trainer');
    expect((await read()).status, 'a day later').toBe(404);
  });

  test.each(['trainer', 'reception', 'manager'] as const)(
    '%s sees it, in a response that is not cached',
    async (role) => {
      await signIn(role);
      if (role === 'trainer') await seen('checkIn', here);
      const answer = await read();
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(8, 12)
          .toString(),
      ).toBe('WEBP');
    },
  );
});

describe('sending a picture', () => {
  test.each([
    ['nobody who is signed in', 401, async () => {}],
    ['a trainer', 403, () => signIn('trainer')],
    ['reception of another location', 403, () => signIn('reception', there)],
  ])('is refused for %s before the file is read', async (_, status, enter) => {
    await enter();
    const reading = vi.fn();
    const body = new ReadableStream({ pull: reading }, { highWaterMark: 0 });
    expect((await send(body)).status).toBe(status);
    expect(reading).not.toHaveBeenCalled();
    expect(here.platform.requests).toEqual([]);
  });

  test.each([
    [
      'the session has ended',
      401,
      ({ sessionId }: SessionClaim) => endSession(testDesk.desk.db, testDesk.desk, sessionId),
    ],
    [
      'reception has become a trainer',
      403,
      (_: SessionClaim, id: string) => testDesk.desk.db.update(staff).set({ role: 'trainer' }).where(eq(staff.id, id)),
    ],
  ])('changes nothing where %s before the file has arrived', async (_, status, change) => {
    const staffId = await signIn('reception');
    const claim = browser.claim as SessionClaim; // safe because: `signIn` has set it
    const body = new ReadableStream(
      {
        pull: async (stream) => {
          await change(claim, staffId);
          stream.enqueue(new Uint8Array(picture));
          stream.close();
        },
      },
      { highWaterMark: 0 },
    );
    expect((await send(body)).status).toBe(status);
    expect(here.platform.requests).toEqual([]);
  });

  test('uploads the chosen square of it to the platform and returns its URL', async () => {
    await signIn('reception');
    // red on the left, blue on the right
    const blue = { r: 20, g: 20, b: 220 };
    const halves = await sharp(picture).extend({ right: 640, background: blue }).jpeg().toBuffer();
    const answer = await send(new Blob([new Uint8Array(halves)]), { x: '0.5', y: '0', size: '1' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      ok: true,
      value: {
        kind: 'kept',
        photoUrl: expect.stringContaining(`/api/desk/photos/${accountId}?locationId=${here.location.id}&v=`),
      },
    });
    expect(here.platform.count('/images')).toBe(1);
    const { channels } = await sharp(lena.image).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([2, 2, 22]);
  });

  test.each<Record<string, string>>([
    { x: '0', y: '0', size: '2' },
    { x: '-1', y: '0', size: '1' },
    { x: 'NaN', y: '0', size: '1' },
    { size: '1' },
  ])('with a crop of %j is refused', async (query) => {
    await signIn('reception');
    expect((await send(file(), query)).status).toBe(400);
    expect(here.platform.requests).toEqual([]);
  });

  test.each([
    ['a page on another port', { ...ownPage, origin: 'http://desk:8080' }, 403],
    ['a form', { ...ownPage, 'content-type': 'multipart/form-data' }, 400],
  ])('from %s is refused although the session cookie is sent', async (_, headers, status) => {
    await signIn('reception');
    expect((await send(file(), {}, headers)).status).toBe(status);
    expect(here.platform.requests).toEqual([]);
  });

  test('larger than 16 MB is refused with that reason, and the rest is not read', async () => {
    await signIn('reception');
    let pieces = 0;
    const piece = new Uint8Array(1024 * 1024);
    const body = new ReadableStream({
      pull: (stream) => {
        pieces += 1;
        stream.enqueue(piece);
      },
    });
    expect(await (await send(body)).json()).toEqual({ ok: true, value: { kind: 'refused', because: 'tooLarge' } });
    expect(pieces).toBeLessThanOrEqual(19);
    expect(here.platform.requests).toEqual([]);
  });
});
