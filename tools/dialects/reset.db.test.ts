import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '#lib/server/base/actor.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { mirrorDirectory } from '#lib/server/directory/mirror.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { askForAbsent } from '#lib/server/members/ask-absent.ts';
import { dayMs, minuteMs } from '#lib/testing/directory-of.ts';
import { newMember } from '#platform/testing/members.ts';
import { clientOf } from '#platform/testing/membership-client.ts';
import { askSandbox } from '#platform/testing/sandbox.ts';
import { setUpDeskAtPlatform } from '#tools/testing/desk-at-platform.ts';

const { testDesk, platform, openGym } = setUpDeskAtPlatform();

let actor: Actor;
let gym: { gymId: string; v2: { apiKey: string }; members: { shows: string; accountId: string }[] };

beforeEach(async () => {
  const here = await openGym('own');
  gym = await (await askSandbox(platform, '/gyms', { method: 'POST', body: { isLimited: false } })).json();
  const change = { apiKey: gym.v2.apiKey };
  const location = await setLocation(testDesk.desk, { locationId: here.location.id, change, by: null });
  actor = { ...here.actor, location };
});

/** Reads all members, a minute later the changes since, and asks for those who are missing. */
async function readAll() {
  for (const ms of [dayMs, minuteMs]) {
    testDesk.clock.now += ms;
    await mirrorDirectory({ desk: testDesk.desk, actor });
  }
  await askForAbsent({ desk: testDesk.desk, actor });
}

const known = () =>
  testDesk.desk.db
    .select({ accountId: members.accountId, firstName: members.firstName })
    .from(members)
    .where(eq(members.locationId, actor.location.id));

test('after a reset a desk has everybody back, forgets who was added, and keeps its notes', async () => {
  const ask = clientOf(platform.app, gym.v2.apiKey);
  const idOf = (shows: string) => gym.members.find((member) => member.shows === shows)?.accountId ?? '';
  const [lena, erased] = [idOf('admitted'), idOf('birthday')];
  await readAll();
  const fresh = new Map((await known()).map(({ accountId, firstName }) => [accountId, firstName]));
  expect(fresh.size).toBe(10);
  const note = { locationId: actor.location.id, accountId: lena, staffId: actor.staffId, level: 'stop' } as const;
  await testDesk.desk.db
    .insert(memberNotes)
    .values({ ...note, text: 'Ask her', writtenAt: new Date(testDesk.clock.now) });

  await ask('partialUpdate', { path: { accountId: lena }, body: { firstName: 'Somebody' } });
  await ask('eraseAccountMembershipData', { path: { accountId: erased }, query: { eraseMemberData: true } });
  const added = await ask('publishAccount', { body: newMember() });
  await readAll();
  const changed = new Map((await known()).map(({ accountId, firstName }) => [accountId, firstName]));
  expect([changed.size, changed.get(lena), changed.has(erased)]).toEqual([10, 'Somebody', false]);
  expect(changed.has(added.body.accountId)).toBe(true);

  expect((await askSandbox(platform, `/gyms/${gym.gymId}/reset`, { method: 'POST', body: {} })).status).toBe(200);
  await readAll();
  expect(new Map((await known()).map(({ accountId, firstName }) => [accountId, firstName]))).toEqual(fresh);
  const isNote = and(eq(memberNotes.locationId, actor.location.id), eq(memberNotes.accountId, lena));
  expect(await testDesk.desk.db.$count(memberNotes, isNote)).toBe(1);
});
