import { expect, test, vi } from 'vitest';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { knowLocations } from './known-locations.ts';

const testDesk = setUpTestDesk();

test('a location is cached after its first miss, and unknown names are looked up at most every ten seconds', async () => {
  const { location } = await testDesk.openLocation();
  const { db, log } = testDesk.desk;
  let now = 0;
  const select = vi.spyOn(db, 'select');
  const locationNamed = knowLocations(db, { clock: () => now, log });
  expect(locationNamed(location.slug)).toBeUndefined();
  await until(() => expect(locationNamed(location.slug)).toBe(location.id));
  expect(locationNamed(location.id)).toBe(location.id);
  for (const name of ['nowhere', testDesk.desk.newId(), 'constructor']) expect(locationNamed(name)).toBeUndefined();
  expect(select).toHaveBeenCalledTimes(1);
  const added = await testDesk.openLocation();
  now = 10_001;
  expect(locationNamed(added.location.id)).toBeUndefined();
  await until(() => expect(locationNamed(added.location.id)).toBe(added.location.id));
  expect(select).toHaveBeenCalledTimes(2);
  select.mockRestore();
});
