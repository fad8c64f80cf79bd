import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { listVisits } from '#lib/server/members/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { demoVisitEvents, keepDemoVisits } from './keep-visits.ts';

const testDesk = setUpTestDesk();

test('past visits of the demo are in the ledger as sent, some of them from the turnstile, and are stored once', async () => {
  const { desk } = testDesk;
  const here = await testDesk.openLocation();
  const gym = here.location.name;
  const events = demoVisitEvents.parse(
    Array.from({ length: 60 }, (_, day) => new Date(testDesk.clock.now - (day + 1) * 86_400_000)).flatMap((came) => [
      { gym, accountId: 'lena', kind: 'CHECKIN', at: came.toISOString() },
      { gym, accountId: 'lena', kind: 'CHECKOUT', at: new Date(came.getTime() + 3_600_000).toISOString() },
      { gym: 'another gym', accountId: 'omar', kind: 'CHECKIN', at: came.toISOString() },
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
