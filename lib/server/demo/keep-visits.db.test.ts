import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { listVisits } from '#lib/server/members/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { demoVisitEvents, keepDemoVisits } from './keep-visits.ts';

const testDesk = setUpTestDesk();
const hourAfter = (time: Date) => new Date(time.getTime() + 3_600_000);

test('past visits of the demo are in the ledger as sent, some of them from the turnstile, and are stored once', async () => {
  const { desk } = testDesk;
  const here = await testDesk.openLocation();
  const gym = here.location.name;
  const events = demoVisitEvents.parse(
    Array.from({ length: 60 }, (_, day) => new Date(testDesk.clock.now - (day + 1) * 86_400_000)).flatMap((came) => [
      { gym, accountId: 'lena', kind: 'CHECKIN', at: came.toISOString(), admission: null },
      { gym, accountId: 'lena', kind: 'CHECKOUT', at: hourAfter(came).toISOString(), admission: null },
      { gym: 'another gym', accountId: 'omar', kind: 'CHECKIN', at: came.toISOString(), admission: null },
    ]),
  );
  expect(await keepDemoVisits(desk, events)).toEqual({ kept: 120 });
  await keepDemoVisits(desk, events);

  const ledger = await here.ledger();
  expect(ledger.length).toBeGreaterThan(30);
  expect(ledger.every(({ state, staffId, accountId }) => state === 'sent' && staffId && accountId === 'lena')).toBe(
    true,
  );
  const locationId = here.location.id;
  const elsewhere = await desk.db.select().from(elsewhereEvents).where(eq(elsewhereEvents.locationId, locationId));
  expect(ledger.length + elsewhere.length).toBe(120);
  const { visits } = await listVisits({ desk, actor: here.actor }, { accountId: 'lena' });
  expect(visits[0]).toMatchObject({ in: { at: events[0]?.at }, out: { at: events[1]?.at }, isIn: false });
});

test('a corporate member was always admitted at the counter, and the statement begins with the first of these days', async () => {
  const { desk, clock } = testDesk;
  const { location } = await testDesk.openLocation();
  const came = Array.from({ length: 20 }, (_, day) => new Date(clock.now - (20 - day) * 86_400_000));
  const events = came.map((at, index) => ({
    gym: location.name,
    accountId: 'omar',
    kind: 'CHECKIN' as const,
    at: at.toISOString(),
    admission: { id: desk.newId(), isFirst: index === 0 },
  }));
  await keepDemoVisits(desk, events);
  await keepDemoVisits(desk, events);

  const kept = await desk.db.select().from(admissions).where(eq(admissions.locationId, location.id));
  expect(kept.map(({ admissionId, at }) => [admissionId, at.toISOString()]).toSorted()).toEqual(
    events.map(({ admission, at }) => [admission.id, at]).toSorted(),
  );
  expect(kept.filter(({ isFirst }) => isFirst).map(({ at }) => at)).toEqual(came.slice(0, 1));
  const [stored] = await desk.db.select().from(locations).where(eq(locations.id, location.id));
  expect(stored?.admissionsSince).toEqual(came[0]);
});
