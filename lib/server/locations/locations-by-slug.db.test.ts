import { expect, test, vi } from 'vitest';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { knowLocationsBySlug } from './locations-by-slug.ts';

const testDesk = setUpTestDesk();

test('a slug is cached after its first miss, and unknown slugs are looked up at most every ten seconds', async () => {
  const { location } = await testDesk.openLocation();
  const { db, log } = testDesk.desk;
  let now = 0;
  const select = vi.spyOn(db, 'select');
  const locationOfSlug = knowLocationsBySlug(db, { clock: () => now, log });
  expect(locationOfSlug(location.slug)).toBeUndefined();
  await until(() => expect(locationOfSlug(location.slug)).toBe(location.id));
  for (let i = 0; i < 9; i += 1) expect(locationOfSlug('nowhere')).toBeUndefined();
  expect(select).toHaveBeenCalledTimes(1);
  const added = await testDesk.openLocation();
  now = 10_001;
  expect(locationOfSlug(added.location.slug)).toBeUndefined();
  await until(() => expect(locationOfSlug(added.location.slug)).toBe(added.location.id));
  expect(select).toHaveBeenCalledTimes(2);
  select.mockRestore();
});
