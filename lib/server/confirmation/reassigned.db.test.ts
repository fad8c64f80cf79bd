import { expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { untilOneWaits } from '#lib/testing/until-one-waits.ts';
import { applyResolution } from './apply-resolution.ts';
import { claimVisit, isConfirmationOf } from './claim-visit.ts';
import { resolveVisit } from './resolve-visit.ts';

const testDesk = setUpTestDesk();

/** A visit by a card that is taken for somebody's, and what the platform says of it, which is not written yet. */
async function resolveHeld(here: TestLocation, { card, accountId }: { card: string; accountId: string }) {
  const { location } = here;
  const { desk } = testDesk;
  const { tapId } = here.tap();
  const now = new Date(testDesk.clock.now);
  await desk.db.insert(visits).values({
    locationId: location.id,
    tapId,
    kind: 'checkIn',
    accountId,
    isUnasked: true,
    scannedKind: 'rfid',
    scannedValue: card,
    state: 'held',
    tappedAt: now,
    recordedAt: now,
    nextAttemptAt: now,
    undoUntil: new Date(testDesk.clock.now + 10_000),
  });
  const visit = await claimVisit(desk.db, desk, { locationId: location.id, tapId });
  if (!visit) throw new Error('The visit cannot be claimed.');
  const resolution = await resolveVisit({ desk, actor: { location } }, { visit, urgency: 'background' });
  return { tapId, resolved: { location, visit, resolution, isOurs: isConfirmationOf(visit) } };
}

test('a visit by a card that now belongs to another member hides no scan that its former owner makes meanwhile', async () => {
  const here = await testDesk.openLocation();
  const { actor } = here;
  const [paul, lena, { card }] = [inventMember(), inventMember(), inventMember()];
  // the card was Paul's when the directory admitted him by it without the platform
  lena.rfids?.push(card);
  here.platform.members.push(paul, lena);
  const { desk } = testDesk;
  const { tapId, resolved } = await resolveHeld(here, { card, accountId: paul.account.accountId });
  testDesk.clock.now += 5_000;

  const another = testDesk.another();
  let resolving: Promise<unknown> = Promise.resolve();
  const scanned = await another.db.transaction(async (tx) => {
    const scan = { ...here.tap(), source: 'scan', value: paul.card } as const;
    const verdict = await lookUp({ desk: { ...another, db: tx }, actor }, scan);
    expect(verdict.reasons).toMatchObject([{ code: 'repeatIgnored' }]);
    resolving = desk.db.transaction((own) => applyResolution(own, desk, resolved));
    await Promise.race([resolving, untilOneWaits(desk.db)]);
    return verdict;
  });
  await resolving;

  expect((await here.ledger()).map((one) => [one.tapId, one.accountId])).toEqual([
    [tapId, lena.account.accountId],
    [scanned.tapId, paul.account.accountId],
  ]);
});
