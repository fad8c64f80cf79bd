import { endUndoTime, queryDatabase, readPlatformVisits } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { pressShortcut } from '#e2e/base/press-shortcut.ts';

const lastNameOf = (name: string) => name.split(' ').at(-1) ?? name;

test('a visit reaches the platform once, with the time of its scan, when its undo time is over; an undone one never does', async ({
  page,
  desk,
  stack,
}) => {
  const [undone, counted, leaving] = [desk.card('otherGym'), desk.card('admitted'), desk.card('birthday')];
  const region = page.getByRole('region', { name: 'Verdict' });
  const list = page.getByRole('list', { name: 'In the gym' });
  const begin = new Date();
  await desk.signIn(page);
  // both gyms of the demo have read their own members
  const unread = { text: 'select from directory_syncs where homes_read_at is null' };
  await expect.poll(() => queryDatabase(stack, 'desk', [unread])).toEqual([]);
  await desk.scan(page, undone.value);
  await expect(region).toContainText('home gym: ');
  await expect(list.getByText(undone.name)).toBeVisible();
  await pressShortcut('r', region.getByRole('button', { name: /^Undo/ }));
  await expect(region).toContainText('Undone');
  await expect(list.getByText(undone.name)).toHaveCount(0);

  const before = new Date();
  await desk.scan(page, counted.value);
  await expect(verdict(page, 'admitted')).toContainText(counted.name);
  const after = new Date();
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await desk.scan(page, counted.value);
  await expect(verdict(page, 'admitted')).toContainText('not counted twice');
  await expect(list.getByText(counted.name)).toHaveCount(1);

  await desk.scan(page, leaving.value);
  await expect(list.getByText(leaving.name)).toBeVisible();
  await page.getByRole('button', { name: /^Check out/ }).click();
  await expect(list.getByText(leaving.name)).toHaveCount(0);

  const readCounted = () => readPlatformVisits(stack, lastNameOf(counted.name), before);
  const states = { text: 'select state from visits where tapped_at < $1 order by tapped_at', values: [before] };
  expect(await queryDatabase(stack, 'desk', [states])).toEqual([{ state: 'undone' }]);
  await endUndoTime(stack);
  await expect.poll(readCounted).toHaveLength(1);
  const [visit] = await readCounted();
  expect(visit?.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  expect(visit?.at.getTime()).toBeLessThanOrEqual(after.getTime());
  // both were due at the same time, and the undone one was not to be sent
  expect(await readPlatformVisits(stack, lastNameOf(undone.name), begin)).toEqual([]);
});
