import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readLog } from '#lib/server/audit/read-log.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { findInDirectory, upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { searchMembers } from '#lib/server/search/search-members.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { dropFromDirectory } from '#lib/testing/kept-of-members.ts';
import { inventMember } from '#lib/testing/members.ts';
import { inventPicture } from '#lib/testing/pictures.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { openWaitingProcess } from '#lib/testing/waiting-process.ts';
import { photoUrlOf } from '#lib/wire/photos.ts';
import { until } from '#shared/testing/until.ts';
import { drawPortrait } from './draw-portrait.ts';
import { keepPhoto, keepUnderLease } from './keep-photo.ts';
import { readPhoto, removePhoto } from './photos.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;
let accountId: string;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = inventMember();
  accountId = lena.account.accountId;
  here.platform.members.push(lena);
  await upsertMembers(testDesk.desk.db, {
    locationId: here.location.id,
    members: [memberOf(lena.account)],
    askedAt: new Date(testDesk.clock.now),
  });
});

const keep = async (file?: Buffer) =>
  keepPhoto({ desk: testDesk.desk, actor: here.actor }, { accountId, file: file ?? (await inventPicture()) });
const kept = () => readPhoto(testDesk.desk, { locationId: here.location.id, accountId });
const rows = () => testDesk.desk.db.select().from(photos).where(eq(photos.locationId, here.location.id));

test('a picture is sent to the platform as a JPEG, and stored here small and encrypted', async () => {
  const outcome = await keep();
  const [row] = await rows();
  expect(outcome).toEqual({ kind: 'kept', photoUrl: photoUrlOf(here.location.id, accountId, row?.version ?? '') });
  expect(await sharp(lena.image).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 480 });
  expect(await sharp((await kept()) ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 416 });
  expect(row?.sealedPicture.includes('WEBP')).toBe(false);
});

test('another picture replaces the previous one, under another URL', async () => {
  const first = await keep();
  const before = await kept();
  const second = await keep(await inventPicture({ r: 10, g: 10, b: 200 }));
  expect(second).not.toEqual(first);
  expect(await kept()).not.toEqual(before);
  expect(await rows()).toHaveLength(1);
});

test('a file that is not a picture is refused with the reason, and the previous picture stays here and at the platform', async () => {
  await keep();
  const [before, image] = [await kept(), lena.image];
  expect(await keep(Buffer.from('%PDF-1.7'))).toEqual({ kind: 'refused', because: 'document' });
  expect(await kept()).toEqual(before);
  expect(lena.image).toBe(image);
});

test('while the platform does not accept a picture, the desk keeps the previous one; uploading it again updates both', async () => {
  await keep();
  const before = await kept();
  const next = await inventPicture({ r: 10, g: 10, b: 200 });
  here.platform.fault = ({ method }) => (method === 'PUT' ? 'reset' : null);
  await expect(keep(next)).rejects.toMatchObject({ code: 'platformUnavailable' });
  expect(await kept()).toEqual(before);
  here.platform.fault = () => null;
  expect(await keep(next)).toMatchObject({ kind: 'kept' });
  expect(await kept()).not.toEqual(before);
});

test('a picture that the platform has and the desk could not store is repaired by uploading it again', async () => {
  const next = await inventPicture({ r: 10, g: 10, b: 200 });
  const { desk } = testDesk;
  const lease = desk.newId();
  const ids = [lease, 'no uuid'];
  const broken = { ...desk, newId: () => ids.shift() ?? '' };
  await expect(keepPhoto({ desk: broken, actor: here.actor }, { accountId, file: next })).rejects.toThrow();
  expect(lena.image).toBeDefined();
  expect(await kept()).toBeNull();
  expect(await keep(next)).toMatchObject({ kind: 'kept' });
  expect(await rows()).toHaveLength(1);
});

test('a member who is not in the directory is read first, and an unknown one gets no picture', async () => {
  await dropFromDirectory(testDesk.desk.db, { locationId: here.location.id, accountId });
  expect(await keep()).toMatchObject({ kind: 'kept' });
  const file = await inventPicture();
  const stranger = keepPhoto({ desk: testDesk.desk, actor: here.actor }, { accountId: 'nobody', file });
  await expect(stranger).rejects.toMatchObject({ code: 'notFound' });
  expect(here.platform.count('nobody/images')).toBe(0);
});

test('removing deletes it here and at the platform, and is idempotent', async () => {
  await keep();
  await removePhoto({ desk: testDesk.desk, actor: here.actor }, { accountId });
  expect(lena.image).toBeUndefined();
  expect(await rows()).toEqual([]);
  await removePhoto({ desk: testDesk.desk, actor: here.actor }, { accountId });
});

test('a picture that the platform did not remove stays here; one of a member it does not know is removed', async () => {
  await keep();
  here.platform.fault = ({ method }) => (method === 'DELETE' ? refuse('internalServerError') : null);
  await expect(removePhoto({ desk: testDesk.desk, actor: here.actor }, { accountId })).rejects.toMatchObject({
    code: 'platformUnavailable',
  });
  expect(await kept()).not.toBeNull();
  here.platform.fault = ({ method }) => (method === 'DELETE' ? refuse('notFound', { entity: 'ACCOUNT' }) : null);
  await removePhoto({ desk: testDesk.desk, actor: here.actor }, { accountId });
  expect(await kept()).toBeNull();
});

describe('a second change while the platform takes a picture, in another process', () => {
  const blue = { r: 10, g: 10, b: 200 };
  type Change = (desk: DeskContext, file: Buffer) => Promise<unknown>;
  const keepIt: Change = (desk, file) => keepPhoto({ desk, actor: here.actor }, { accountId, file });
  const removeIt: Change = (desk) => removePhoto({ desk, actor: here.actor }, { accountId });
  const keepWithoutLease: Change = async (desk, file) => {
    const drawn = await drawPortrait(file, undefined);
    if (typeof drawn === 'string') throw new Error(drawn);
    return keepUnderLease({ desk, actor: here.actor }, { accountId, drawn, gyms: [here.location.id] });
  };

  /** The first answer of the platform arrives after the second change, where nothing prevents it. */
  async function changeTwice(
    first: Change,
    second: Change,
    isTimeToAnswer?: (changed: Promise<unknown>) => Promise<unknown>,
  ) {
    const [red, picture] = [await inventPicture(), await inventPicture(blue)];
    const other = openWaitingProcess(testDesk);
    const held = holdAnswer();
    let isTaken = false;
    here.platform.dialect = (reply, { method }) => {
      if (method !== 'PUT' || isTaken) return reply;
      isTaken = true;
      return { ...reply, after: held.promise };
    };
    const kept = first(testDesk.desk, red);
    await until(() => expect(isTaken).toBe(true));
    const changed = second(other.desk, picture);
    await (isTimeToAnswer?.(changed) ?? other.untilItWaits());
    held.release();
    await Promise.all([kept, changed]);
  }
  async function isBlue(picture: Buffer | null | undefined) {
    if (!picture) return null;
    const { dominant } = await sharp(picture).stats();
    return dominant.b > dominant.r;
  }
  const both = async () => [await isBlue(lena.image), await isBlue(await kept())];

  test('leaves the same picture here and there', async () => {
    await changeTwice(keepIt, keepIt);
    expect(await both()).toEqual([true, true]);
  });

  test('leaves none where it is a removal', async () => {
    await changeTwice(keepIt, removeIt);
    expect(await both()).toEqual([null, null]);
  });

  test('control: without the lease, desk and platform keep different pictures', async () => {
    await changeTwice(keepWithoutLease, keepWithoutLease, (changed) => changed);
    expect(await both()).toEqual([true, false]);
  });
});

test('who stored and removed a picture is in the audit log, also where the platform did not confirm it', async () => {
  const remove = () => removePhoto({ desk: testDesk.desk, actor: here.actor }, { accountId });
  const later = () => {
    testDesk.clock.now += 1_000;
  };
  here.platform.fault = () => ({ status: 502 });
  await expect(keep()).rejects.toMatchObject({ code: 'platformUnavailable' });
  here.platform.fault = () => null;
  later();
  await keep();
  later();
  here.platform.fault = () => 'reset';
  await expect(remove()).rejects.toMatchObject({ code: 'platformUnavailable' });
  here.platform.fault = () => null;
  later();
  await remove();
  // a refused picture changes nothing
  await keep(Buffer.from('%PDF-1.7'));
  const { entries } = await readLog({ desk: testDesk.desk, actor: here.actor }, {});
  const lost = [{ label: 'notConfirmed', text: '' }];
  const ofLena = { by: 'Mira Sommer', member: { kind: 'known', accountId } };
  expect(entries).toMatchObject([
    { ...ofLena, action: 'removePhoto', details: [] },
    { ...ofLena, action: 'removePhoto', details: lost },
    { ...ofLena, action: 'keepPhoto', details: [] },
    { ...ofLena, action: 'keepPhoto', details: lost },
  ]);
});

test('the picture of an erased member is erased', async () => {
  await keep();
  const { desk } = testDesk;
  await desk.db.transaction((tx) => forgetMember(tx, desk, { locationId: here.location.id, accountId }));
  expect(await rows()).toEqual([]);
});

test('a picture belongs to one location, and decrypts only as the picture of its member', async () => {
  await keep();
  const there = await testDesk.openLocation();
  expect(await readPhoto(testDesk.desk, { locationId: there.location.id, accountId })).toBeNull();
  const omar = inventMember();
  await upsertMembers(testDesk.desk.db, {
    locationId: here.location.id,
    members: [memberOf(omar.account)],
    askedAt: new Date(testDesk.clock.now),
  });
  await testDesk.desk.db
    .update(photos)
    .set({ accountId: omar.account.accountId })
    .where(and(eq(photos.locationId, here.location.id), eq(photos.accountId, accountId)));
  expect(
    await readPhoto(testDesk.desk, { locationId: here.location.id, accountId: omar.account.accountId }),
  ).toBeNull();
});

test('every view of a member has the URL of the picture', async () => {
  const { desk } = testDesk;
  const verdict = await lookUp({ desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
  expect(verdict).toMatchObject({ member: { photoUrl: null } });
  const outcome = await keep();
  if (outcome.kind !== 'kept') throw new Error('The picture was not kept.');
  const { photoUrl } = outcome;
  const again = await lookUp({ desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
  expect(again).toMatchObject({ member: { photoUrl } });
  expect(await searchMembers({ desk, actor: here.actor }, { q: 'lena' })).toMatchObject({
    matches: [{ photoUrl }],
  });
  expect(await searchMembers({ desk, actor: here.actor }, { q: 'lnea' })).toMatchObject({
    matches: [{ photoUrl }],
  });
  expect((await readPresence({ desk, actor: here.actor })).entries).toMatchObject([{ photoUrl }]);
  expect(
    await findInDirectory(desk.db, { locationId: here.location.id, key: { kind: 'rfid', value: lena.card } }),
  ).toHaveProperty('photoVersion', photoUrl.split('v=')[1]);
});

test('a member without a picture is pointed out if the location expects pictures', async () => {
  const scan = (actor = here.actor) =>
    lookUp({ desk: testDesk.desk, actor }, { ...here.tap(), source: 'scan', value: lena.card });
  expect(await scan()).toMatchObject({ kind: 'admitted' });
  await testDesk.desk.db.update(locations).set({ expectsPhotos: true }).where(eq(locations.id, here.location.id));
  const at = { ...here.actor, location: { ...here.location, expectsPhotos: true } };
  expect((await scan(at)).reasons).toContainEqual({ code: 'photoMissing', nextActor: 'reception' });
  await keep();
  expect((await scan(at)).reasons).not.toContainEqual({ code: 'photoMissing', nextActor: 'reception' });
});
