import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { locations } from '#lib/server/db/schema/locations.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { requireMeantLocation } from './find-location.ts';

const testDesk = setUpTestDesk();

test('what is the slug of one location and the name of another means neither', async () => {
  const { db } = testDesk.desk;
  const [north, south] = [await testDesk.openLocation(), await testDesk.openLocation()];
  const { slug } = south.location;
  expect(await requireMeantLocation(db, slug)).toMatchObject({ id: south.location.id });
  await db.update(locations).set({ name: slug }).where(eq(locations.id, north.location.id));
  const asked = requireMeantLocation(db, slug);
  await expect(asked).rejects.toMatchObject({ code: 'conflict' });
  for (const { location } of [north, south]) await expect(asked).rejects.toThrow(location.id);
  expect(await requireMeantLocation(db, north.location.slug)).toMatchObject({ id: north.location.id });
});
