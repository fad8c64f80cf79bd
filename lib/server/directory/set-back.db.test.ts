import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { findMember } from '#lib/server/lookup/find-member.ts';
import { askingForAbsent } from '#lib/server/members/ask-absent.ts';
import { decideAbsent } from '#lib/server/members/decide-absent.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import { dayMs, directoryOf, hourMs, idOf, idsOf, minuteMs } from '#lib/testing/directory-of.ts';
import { allOfMember } from '#lib/testing/kept-of-members.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { nowAheadOfDatabase, type TestLocation } from '#lib/testing/test-desk.ts';
import { findInDirectory, upsertMember } from './directory.ts';
import { memberOf } from './member.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  testDesk.clock.now = nowAheadOfDatabase();
  here = await testDesk.openLocation();
});

const { mirror, pass, readAll, mirrored, question, keptOf, enrolKnown } = directoryOf(testDesk, () => here);
const isHere = () => eq(directorySyncs.locationId, here.location.id);
const nameOf = async (accountId: string) =>
  (await testDesk.desk.db.select().from(members).where(eq(members.accountId, accountId)))[0]?.lastName;
const ask = () => workNow(testDesk.desk, askingForAbsent);

describe('after the clock of the desk was set back by an hour', () => {
  const setBack = () => pass(-hourMs);

  test('the current answer about a member is stored', async () => {
    const [lena] = await enrolKnown(3);
    setBack();
    if (lena) lena.account = { ...lena.account, lastName: 'Kern' };
    await mirror();
    expect(await nameOf(idOf(lena))).toBe('Kern');
  });

  test('a card that the platform does not know any more is deleted here, too', async () => {
    const { account } = inventMember();
    const card = { kind: 'rfid', value: '0x04A2' } as const;
    const { db } = testDesk.desk;
    await upsertMember(db, {
      locationId: here.location.id,
      member: memberOf(account),
      card,
      askedAt: new Date(testDesk.clock.now),
    });
    setBack();
    await findMember({ desk: testDesk.desk, actor: here.actor }, { lookupKey: card, urgency: 'interactive' });
    expect(await findInDirectory(db, { locationId: here.location.id, key: card })).toBeNull();
  });

  test('a member missing from the lists is looked up and forgotten', async () => {
    const [erased, ...others] = await enrolKnown(40, 0);
    setBack();
    here.platform.members.shift();
    await mirror();
    pass(minuteMs);
    await mirror();
    await ask();
    expect(await keptOf(erased)).toEqual([]);
    expect(await mirrored()).toEqual(idsOf(others));
  });

  test('a forgotten member may be stored again', async () => {
    const enrolled = await enrolKnown(5);
    await testDesk.desk.db.transaction((tx) =>
      forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId: idOf(enrolled[2]) }),
    );
    setBack();
    await mirror();
    expect(await mirrored()).toEqual(idsOf(enrolled));
  });

  test('an interrupted pass starts over, whichever process held its lease', async () => {
    const enrolled = await enrolKnown(5);
    const killed = { leaseId: randomUUID(), leaseEndsAt: new Date(testDesk.clock.now + 30_000) };
    const underWay = { passStartedAt: new Date(testDesk.clock.now), passOffset: 90 };
    await testDesk.desk.db
      .update(directorySyncs)
      .set({ ...killed, ...underWay })
      .where(isHere());
    setBack();
    if (enrolled[0]) enrolled[0].account = { ...enrolled[0].account, lastName: 'Kern' };
    await mirror();
    expect(await nameOf(idOf(enrolled[0]))).toBe('Kern');
  });

  test('a decision of a manager does not apply to members who go missing later', async () => {
    const enrolled = await enrolKnown(40, 0);
    const left = here.platform.members.splice(0, 40);
    await readAll();
    await decideAbsent(
      { desk: testDesk.desk, actor: here.actor },
      { decision: 'ask', since: (await question())?.since ?? '' },
    );
    here.platform.members.push(...left);
    setBack();
    await mirror();
    here.platform.members.splice(0, 30);
    // a full pass before that hour is over
    await testDesk.desk.db.update(directorySyncs).set({ allReadAt: null }).where(isHere());
    await readAll(minuteMs);
    await ask();
    expect(await keptOf(enrolled[0])).toEqual(allOfMember);
    expect(await question()).toMatchObject({ count: 30, of: 40 });
  });

  test('data stored by the wrong clock does not take precedence', async () => {
    const [lena, erased, ...others] = await enrolKnown(40, 1);
    const aheadMs = 70 * dayMs;
    pass(aheadMs);
    for (const member of [lena, erased])
      await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: idOf(member) });
    pass(-aheadMs);
    here.platform.members.splice(1, 1);
    if (lena) lena.account = { ...lena.account, lastName: 'Kern' };
    await readAll();
    await ask();
    expect(await nameOf(idOf(lena))).toBe('Kern');
    expect(await keptOf(erased)).toEqual([]);
    expect(await mirrored()).toEqual(idsOf([lena, ...others].filter((member) => member !== undefined)));
    pass(-dayMs);
  });

  test('members read with the key of another chain are no witnesses for members read before', async () => {
    pass(hourMs);
    const known = await enrolKnown(3, 0);
    const strangers = Array.from({ length: 100 }, () => inventMember());
    here.platform.members.splice(0, 3, ...strangers);
    await readAll();
    setBack();
    pass(-dayMs);
    await readAll(0);
    await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: idOf(known[0]) });
    await ask();
    expect(await keptOf(known[0])).toEqual(allOfMember);
  });

  test('by less than a minute, no pass starts over', async () => {
    await enrolKnown(5);
    const [before] = await testDesk.desk.db.select().from(directorySyncs).where(isHere());
    pass(-30_000);
    await mirror();
    const [after] = await testDesk.desk.db.select().from(directorySyncs).where(isHere());
    expect(after?.allReadAt).toEqual(before?.allReadAt);
    pass(dayMs);
  });
});

test('after a full pass of a process whose clock is minutes ahead, no pass starts over', async () => {
  testDesk.clock.now = Date.now() - 5 * minuteMs;
  await enrolKnown(5);
  const [before] = await testDesk.desk.db.select().from(directorySyncs).where(isHere());
  pass(-5 * minuteMs);
  await mirror();
  const [after] = await testDesk.desk.db.select().from(directorySyncs).where(isHere());
  expect(before?.allReadAt).not.toBeNull();
  expect(after?.allReadAt).toEqual(before?.allReadAt);
});
