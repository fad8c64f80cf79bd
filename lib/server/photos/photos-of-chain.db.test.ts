import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readLog } from '#lib/server/audit/read-log.ts';
import { markForgotten } from '#lib/server/base/forgotten.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { inventPicture } from '#lib/testing/pictures.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { openWaitingProcess } from '#lib/testing/waiting-process.ts';
import { until } from '#shared/testing/until.ts';
import { keepPhoto } from './keep-photo.ts';
import { readPhoto, removePhoto } from './photos.ts';

const testDesk = setUpTestDesk();
const blue = { r: 10, g: 10, b: 200 };
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;
let accountId: string;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = inventMember();
  accountId = lena.account.accountId;
  here.platform.members.push(lena);
  await know(here);
});

const know = (gym: TestLocation, membershipId?: string) =>
  upsertMember(testDesk.desk.db, {
    locationId: gym.location.id,
    member: { ...memberOf(lena.account), ...(membershipId && { membershipId }) },
    askedAt: new Date(testDesk.clock.now),
  });

/** Another gym of the same platform that knows the member: of the same chain, unless the membership is another. */
async function openGym(membershipId?: string): Promise<TestLocation> {
  const gym = await testDesk.openLocation({ apiUrl: here.location.apiUrl });
  await know(gym, membershipId);
  return gym;
}

const keep = async (gym: TestLocation, colour?: typeof blue, desk = testDesk.desk) =>
  keepPhoto({ desk, actor: gym.actor }, { accountId, file: await inventPicture(colour) });
const remove = (gym: TestLocation, desk = testDesk.desk) => removePhoto({ desk, actor: gym.actor }, { accountId });
const logOf = ({ actor }: TestLocation) => readLog({ desk: testDesk.desk, actor }, {});
const rowsOf = () => testDesk.desk.db.$count(photos, eq(photos.accountId, accountId));

async function colourOf(picture: Buffer | null | undefined): Promise<'red' | 'blue' | null> {
  if (!picture) return null;
  const { dominant } = await sharp(picture).stats();
  return dominant.b > dominant.r ? 'blue' : 'red';
}
const shownAt = async (...gyms: TestLocation[]) =>
  Promise.all(
    gyms.map(async ({ location }) => colourOf(await readPhoto(testDesk.desk, { locationId: location.id, accountId }))),
  );

/** Which of these gyms are notified of a changed picture. */
async function hearOf(...gyms: TestLocation[]): Promise<Set<TestLocation>> {
  const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  onTestFinished(() => live.stop());
  const heard = new Set<TestLocation>();
  for (const gym of gyms) live.subscribe(gym.location.id, (event) => event === 'kept' && heard.add(gym));
  return heard;
}

test('a picture that is removed at one gym is removed at each gym of the chain, and their screens are told', async () => {
  const north = await openGym();
  await keep(here);
  await keep(north);
  const heard = await hearOf(here, north);
  await remove(here);
  expect(await rowsOf()).toBe(0);
  await until(() => expect(heard).toEqual(new Set([here, north])));
});

test('a new picture replaces the one of each gym of the chain, and their screens are told; one that had none has none', async () => {
  const [north, south] = [await openGym(), await openGym()];
  await keep(north);
  const heard = await hearOf(here, north);
  await keep(here, blue);
  expect(await shownAt(here, north, south)).toEqual(['blue', 'blue', null]);
  await until(() => expect(heard).toEqual(new Set([here, north])));
});

test('the log of each gym whose picture was replaced or removed says by whom; that of one that had none says nothing', async () => {
  const [north, south] = [await openGym(), await openGym()];
  await testDesk.desk.db.update(staff).set({ name: 'Manager here' }).where(eq(staff.id, here.actor.staffId));
  const change = async (work: () => Promise<unknown>) => {
    testDesk.clock.now += 1_000;
    await work();
  };
  await change(() => keep(north));
  await change(() => keep(here));
  await change(() => remove(here));
  const ofLena = { member: { kind: 'known', accountId }, details: [] };
  const changed = ['removePhoto', 'keepPhoto'].map((action) => ({ ...ofLena, action, by: 'Manager here' }));
  expect((await logOf(here)).entries).toMatchObject(changed);
  expect((await logOf(north)).entries).toMatchObject([
    ...changed,
    { ...ofLena, action: 'keepPhoto', by: 'Mira Sommer' },
  ]);
  expect((await logOf(south)).entries).toEqual([]);
});

test.each([
  { what: 'a new picture', change: () => keep(here, blue), left: 'blue' },
  { what: 'a removal', change: () => remove(here), left: null },
])(
  '$what waits for an erasure at another gym of the chain, which would miss its entry in the log of that gym',
  async ({ change, left }) => {
    const north = await openGym();
    await keep(here);
    await keep(north);
    let changed: Promise<unknown> | undefined;
    await testDesk.desk.db.transaction(async (tx) => {
      await markForgotten(tx, { locationId: north.location.id, accountId, at: new Date(testDesk.clock.now) });
      changed = change();
      await until(async () => expect(await countWaiting(testDesk.desk.db)).toBe(1));
    });
    await changed;
    expect(await shownAt(here)).toEqual([left]);
  },
);

test('the picture of a gym of another chain stays', async () => {
  const foreign = await openGym('M-of-the-other-chain');
  await keep(foreign);
  await keep(here, blue);
  expect(await shownAt(here, foreign)).toEqual(['blue', 'red']);
  await remove(here);
  expect(await shownAt(here, foreign)).toEqual([null, 'red']);
});

describe('a change at another gym of the chain while the platform takes a picture', () => {
  async function changeAtBoth(change: (gym: TestLocation, desk: typeof testDesk.desk) => Promise<unknown>) {
    const north = await openGym();
    await keep(north);
    const other = openWaitingProcess(testDesk);
    const held = holdAnswer();
    let isTaken = false;
    here.platform.dialect = (reply, { method }) => {
      if (method !== 'PUT' || isTaken) return reply;
      isTaken = true;
      return { ...reply, after: held.promise };
    };
    const kept = keep(here);
    await until(() => expect(isTaken).toBe(true));
    const changed = change(north, other.desk);
    await other.untilItWaits();
    held.release();
    await Promise.all([kept, changed]);
    return [await colourOf(lena.image), ...(await shownAt(here, north))];
  }

  test('leaves the same picture at both and at the platform', async () => {
    expect(await changeAtBoth((gym, desk) => keep(gym, blue, desk))).toEqual(['blue', 'blue', 'blue']);
  });

  test('leaves none where it is a removal', async () => {
    expect(await changeAtBoth((gym, desk) => remove(gym, desk))).toEqual([null, null, null]);
  });
});
