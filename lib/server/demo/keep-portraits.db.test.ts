import sharp from 'sharp';
import { expect, test } from 'vitest';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { keepPhoto } from '#lib/server/photos/keep-photo.ts';
import { readPhoto } from '#lib/server/photos/photos.ts';
import { inventMember } from '#lib/testing/members.ts';
import { inventPicture } from '#lib/testing/pictures.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { demoPortraits, keepDemoPortraits } from './keep-portraits.ts';

const testDesk = setUpTestDesk();

test('portraits are stored for members without a photo at each location that knows them, and unknown members are counted', async () => {
  const { desk } = testDesk;
  const [here, there] = [await testDesk.openLocation(), await testDesk.openLocation()];
  const [lena, omar] = [inventMember(), inventMember()];
  here.platform.members.push(omar);
  const now = new Date(testDesk.clock.now);
  await upsertMembers(desk.db, {
    locationId: here.location.id,
    members: [memberOf(lena.account), memberOf(omar.account)],
    askedAt: now,
  });
  await upsertMembers(desk.db, { locationId: there.location.id, members: [memberOf(lena.account)], askedAt: now });
  await keepPhoto({ desk, actor: here.actor }, { accountId: omar.account.accountId, file: await inventPicture() });
  const before = await readPhoto(desk, { locationId: here.location.id, accountId: omar.account.accountId });

  const jpeg = (await inventPicture({ r: 10, g: 10, b: 200 })).toString('base64');
  const ids = [lena.account.accountId, omar.account.accountId, 'somebody-the-mirror-has-not-come-to'];
  const portraits = demoPortraits.parse({ portraits: ids.map((accountId) => ({ accountId, jpeg })) });
  expect(await keepDemoPortraits(desk, portraits)).toEqual({ unknown: 1 });

  for (const { location } of [here, there]) {
    const picture = await readPhoto(desk, { locationId: location.id, accountId: lena.account.accountId });
    expect(await sharp(picture ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 416 });
  }
  expect(await readPhoto(desk, { locationId: here.location.id, accountId: omar.account.accountId })).toEqual(before);
});
