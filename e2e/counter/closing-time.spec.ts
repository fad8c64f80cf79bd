import { queryDatabase, readPlatformVisits } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

test.afterEach(async ({ stack }) => {
  await queryDatabase(stack, 'desk', [{ text: `update locations set closing_times = '{}'` }]);
});

test('a member who is in at closing time leaves the list automatically, and the platform gets one check-out', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  const card = desk.card('admitted');
  const before = new Date();
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  const inTheGym = page.getByRole('list', { name: 'In the gym' });
  await expect(inTheGym.getByText(card.name)).toBeVisible();
  const [place] = await queryDatabase<{ time_zone: string }>(stack, 'desk', [
    {
      text: `select l.time_zone from locations l join visits v on v.location_id = l.id limit 1`,
    },
  ]);
  if (!place) throw new Error('The visit is at no location.');

  // the visit was recorded shortly before a minute that has just begun
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  await queryDatabase(stack, 'desk', [
    {
      text: 'update visits set tapped_at = $1, undo_until = $1, next_attempt_at = $1',
      values: [new Date(minute.getTime() - 60_000)],
    },
  ]);
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: place.time_zone, hour: '2-digit', minute: '2-digit' });
  const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const times = Object.fromEntries(week.map((weekday) => [weekday, time.format(minute)]));
  await queryDatabase(stack, 'desk', [
    { text: 'update locations set closing_times = $1, closing_times_set_at = null', values: [JSON.stringify(times)] },
  ]);

  await expect(inTheGym.getByText(card.name)).toHaveCount(0, { timeout: 40_000 });
  const text = `select account_id, is_automatic, staff_id, tapped_at from visits where kind = 'checkOut' and account_id =
                  (select account_id from visits where kind = 'checkIn' and not is_automatic limit 1)`;
  const checkOuts = await queryDatabase<{ account_id: string }>(stack, 'desk', [{ text }]);
  expect(checkOuts).toMatchObject([{ is_automatic: true, staff_id: null, tapped_at: minute }]);
  const lastName = card.name.split(' ').at(-1) ?? '';
  const told = async () =>
    (await readPlatformVisits(stack, lastName, new Date(before.getTime() - 180_000))).map(({ kind, at }) => [kind, at]);
  await expect.poll(told, { timeout: 30_000 }).toContainEqual([expect.stringMatching(/out/i), minute]);

  await page.goto(`/members/${checkOuts[0]?.account_id}`);
  await expect(page.getByRole('list', { name: 'Visits' }).getByRole('listitem').first()).toContainText(
    'at closing time',
  );
});
