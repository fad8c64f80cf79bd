import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { signIn } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { statementsOf } from '#lib/testing/statements.ts';
import { type TestLocation, testNow } from '#lib/testing/test-desk.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import CorporateStatementPage from './page.tsx';

const testDesk = setUpStartedDesk();
const { enrol } = statementsOf(testDesk);
let here: TestLocation;
let old: TestLocation;

beforeEach(async () => {
  testDesk.clock.now = testNow;
  const admissionsSince = new Date(testNow - 200 * dayMs);
  [here, old] = [await testDesk.openLocation({ admissionsSince }), await testDesk.openLocation({ admissionsSince })];
});

async function open(query: Record<string, string>): Promise<string> {
  const params = Promise.resolve({ gym: here.location.slug });
  return render(await CorporateStatementPage({ params, searchParams: Promise.resolve(query) }));
}

test('without a month in the address, a retired gym has that of its last whole day in use, with its own admissions and file', async () => {
  testDesk.clock.now -= 100 * dayMs;
  await enrol(old, { firstAdmission: true }).scan();
  const { slug, name } = await old.retire();
  testDesk.clock.now = testNow;
  await enrol(here, { firstAdmission: true }).scan();
  await signIn(testDesk, 'manager', here, old);
  const markup = await open({ retired: slug });
  const text = textOf(markup);
  expect(text).toContain(`Corporate fitness statement: ${name}`);
  expect(text).toContain('1 admission of 1 corporate member in August 2026');
  expect(text).toContain('This gym was retired on 13 Aug 2026.');
  expect(markup).toContain(`month=2026-08&amp;retired=${slug}`);
});

test.each([
  ['in the morning of the next one’s first day', '2026-07-15T08:00:00Z', '2026-08-01T07:00:00Z'],
  ['on its last day, and has an admission of the next one', '2026-08-01T07:00:00Z', '2026-07-31T19:00:00Z'],
])('it has July where it was retired %s', async (_, admittedAt, retiredAt) => {
  testDesk.clock.now = Date.parse(retiredAt);
  const { slug } = await old.retire();
  testDesk.clock.now = testNow;
  await testDesk.desk.db.insert(admissions).values({
    locationId: old.location.id,
    admissionId: randomUUID(),
    accountId: 'lena',
    tapId: randomUUID(),
    occasion: 'later',
    isFirst: false,
    at: new Date(admittedAt),
  });
  await signIn(testDesk, 'manager', here, old);
  expect(await open({ retired: slug })).toContain(`month=2026-07&amp;retired=${slug}`);
});

test('a gym in use has the last month that is over', async () => {
  await signIn(testDesk, 'manager', here, old);
  expect(textOf(await open({}))).toContain('No corporate admissions in October 2026');
});
