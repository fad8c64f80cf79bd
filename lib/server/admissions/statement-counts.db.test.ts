import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { statementsOf } from '#lib/testing/statements.ts';
import type { CorporateStatement } from '#lib/wire/corporate-statement.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { seed } from '#shared/testing/seed.ts';

const testDesk = setUpTestDesk();
const { read } = statementsOf(testDesk);

const asked = fc.record({
  who: fc.constantFrom('lena', 'jan', 'mira'),
  minute: fc.nat(63 * 24 * 60),
  isFirst: fc.constantFrom(true, false, false, null),
  occasion: fc.constantFrom('counter' as const, 'later' as const),
});

/** The same by a plain count of one row after another. */
function plainly(
  rows: readonly Omit<typeof admissions.$inferSelect, 'isAnswerLost' | 'membershipId'>[],
  { month, timeZone }: CorporateStatement,
) {
  const inMonth = rows.filter(({ at }) => dayOf(at.getTime(), timeZone).startsWith(month));
  const counts = (some: typeof inMonth) => ({
    granted: some.filter(({ isFirst }) => isFirst !== null).length,
    firsts: some.filter(({ isFirst }) => isFirst === true).length,
    unanswered: some.filter(({ isFirst }) => isFirst === null).length,
  });
  const granted = inMonth.filter(({ isFirst }) => isFirst !== null);
  const days = Map.groupBy(inMonth, ({ at }) => dayOf(at.getTime(), timeZone));
  return {
    days: [...days]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, ofDay]) => ({
        day,
        ...counts(ofDay),
        members: new Set(ofDay.filter(({ isFirst }) => isFirst !== null).map(({ accountId }) => accountId)).size,
        each: [...Map.groupBy(ofDay, ({ accountId }) => accountId)]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([accountId, ofMember]) => ({ accountId, membershipId: null, ...counts(ofMember) })),
      })),
    total: {
      ...counts(inMonth),
      members: new Set(granted.map(({ accountId }) => accountId)).size,
      askedLater: granted.filter(({ occasion }) => occasion === 'later').length,
      undone: 0,
    },
  };
}

test.each([
  // both change their clocks in these weeks
  ['Europe/Berlin', '2026-10', '2026-09-25T00:00:00Z'],
  ['America/New_York', '2026-03', '2026-02-20T00:00:00Z'],
])('in %s, the counts of %s equal a plain count of random requests', async (timeZone, month, start) => {
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 60 }), async (drawn) => {
      const here = await testDesk.openLocation({ timeZone });
      const rows = drawn.map(({ who, minute, isFirst, occasion }) => ({
        locationId: here.location.id,
        admissionId: randomUUID(),
        accountId: who,
        tapId: randomUUID(),
        occasion,
        isFirst,
        at: new Date(Date.parse(start) + minute * 60_000),
      }));
      await testDesk.desk.db.insert(admissions).values(rows);
      const statement = await read(here, month);
      const { days, total } = statement;
      expect({ days, total }).toEqual(plainly(rows, statement));
      expect(days.reduce((sum, { granted }) => sum + granted, 0)).toBe(total.granted);
    }),
    { seed, numRuns: 30 },
  );
});
