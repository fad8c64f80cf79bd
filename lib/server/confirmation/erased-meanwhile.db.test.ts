import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { voidScan } from '#lib/server/arrivals/void-scan.ts';
import { lockForgetting } from '#lib/server/base/forgotten.ts';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { lockHours } from '#lib/server/stays/stored-hours.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { untilOneWaits } from '#lib/testing/until-one-waits.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { until } from '#shared/testing/until.ts';
import { applyResolution } from './apply-resolution.ts';
import { claimVisit, isConfirmationOf } from './claim-visit.ts';
import { resolveVisit } from './resolve-visit.ts';

const testDesk = setUpTestDesk();

interface Setting {
  here: TestLocation;
  tapId: string;
  card: string;
}

/** Each returns how its change is written, once everything before it is done. */
const works: Record<string, (setting: Setting) => Promise<() => Promise<unknown>>> = {
  'the resolution of an unknown card': async ({ here: { location }, tapId }) => {
    const { desk } = testDesk;
    const visit = await claimVisit(desk.db, desk, { locationId: location.id, tapId });
    if (!visit) throw new Error('The visit cannot be claimed.');
    const resolution = await resolveVisit({ desk, actor: { location } }, { visit, urgency: 'background' });
    expect(resolution.kind).toBe('member');
    const resolved = { location, visit, resolution, isOurs: isConfirmationOf(visit) };
    return () => desk.db.transaction((tx) => applyResolution(tx, desk, resolved));
  },
  'its undo':
    async ({ here: { actor }, tapId }) =>
    () =>
      undo({ desk: testDesk.desk, actor }, { tapId }).catch(({ code }) => expect(code).toBe('notFound')),
  'its partial read':
    async ({ here: { actor }, tapId, card }) =>
    () =>
      voidScan({ desk: testDesk.desk, actor }, { tapId, value: card }),
};

test.each(Object.keys(works).flatMap((name) => [[name, 'checkIn'] as const, [name, 'checkOut'] as const]))(
  '%s of a %s four days ago and the erasure of its member do not deadlock, and nothing of them is left',
  async (name, kind) => {
    const { desk } = testDesk;
    testDesk.clock.now = Date.now();
    const here = await testDesk.openLocation();
    const member = inventMember();
    here.platform.members.push(member);
    const [locationId, { accountId }, { tapId }] = [here.location.id, member.account, here.tap()];
    const [now, tappedAt] = [new Date(testDesk.clock.now), new Date(testDesk.clock.now - 4 * dayMs)];
    const scanned = { scannedKind: 'rfid', scannedValue: member.card } as const;
    const held = { state: 'held', undoUntil: new Date(now.getTime() + dayMs), nextAttemptAt: now } as const;
    await desk.db.insert(visits).values({ locationId, tapId, kind, ...scanned, ...held, tappedAt, recordedAt: now });
    // the desk learns whose card it is
    await works['the resolution of an unknown card']?.({ here, tapId, card: member.card });
    await desk.db.update(visits).set({ confirmingUntil: null });
    const write = await works[name]?.({ here, tapId, card: member.card });
    let writing: Promise<unknown> = Promise.resolve();
    await testDesk.another().db.transaction(async (tx) => {
      // the locks that an erasure takes before any row
      await lockForgetting(tx, locationId);
      await lockHours(tx, locationId);
      writing = write?.() ?? Promise.reject(new Error(name));
      writing.catch(() => {});
      await untilOneWaits(desk.db);
      await forgetMember(tx, desk, { locationId, accountId });
    });
    await writing;
    expect(await desk.db.$count(visits, eq(visits.locationId, locationId))).toBe(0);
  },
);

test.each([
  ['the resolution of an unknown card', 'its partial read'],
  ['its partial read', 'the resolution of an unknown card'],
])('%s and %s at the same time do not deadlock, and the visit is undone', async (...names) => {
  const { desk } = testDesk;
  const here = await testDesk.openLocation();
  const [member, tap] = [inventMember(), here.tap()];
  here.platform.members.push(member);
  here.platform.fault = () => ({ status: 503, body: {} });
  const { card } = member;
  await lookUp({ desk, actor: here.actor }, { ...tap, source: 'scan', value: card });
  here.platform.fault = () => null;
  const writes = await Promise.all(names.map((name) => works[name]?.({ here, tapId: tap.tapId, card })));
  const writing: Promise<unknown>[] = [];
  await testDesk.another().db.transaction(async (tx) => {
    await tx
      .select()
      .from(taps)
      .where(and(eq(taps.locationId, here.location.id), eq(taps.tapId, tap.tapId)))
      .for('update');
    for (const write of writes) {
      writing.push(write?.() ?? Promise.reject(new Error('There is no such change.')));
      await until(async () => expect(await countWaiting(desk.db)).toBe(writing.length));
    }
  });
  await Promise.all(writing);
  expect(await here.ledger()).toMatchObject([{ state: 'undone' }]);
});
