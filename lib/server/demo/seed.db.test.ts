import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { locations } from '#lib/server/db/schema/locations.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { seedDemo } from './seed.ts';

const testDesk = setUpTestDesk();

test('the demo reaches its platform again after a manager has entered another address, renamed the gym and added one of its name', async () => {
  const { location, platform } = await testDesk.openLocation();
  const isHere = eq(locations.id, location.id);
  await testDesk.desk.db
    .update(locations)
    .set({ name: 'Renamed', apiUrl: 'https://gym.example.com', enteredAddresses: ['apiUrl', 'v1Url'] })
    .where(isHere);
  await testDesk.openLocation({ name: location.name });
  const { name, timeZone } = location;
  const plan = { name, timeZone, apiUrl: platform.url, apiKey: platform.apiKey };
  const count = await testDesk.desk.db.$count(locations);
  await seedDemo(testDesk.desk, { locations: [plan], staff: [], cards: [], presence: [] });
  const [seeded] = await testDesk.desk.db.select().from(locations).where(isHere);
  expect(seeded).toMatchObject({ apiUrl: platform.url, enteredAddresses: ['v1Url'] });
  expect(await testDesk.desk.db.$count(locations)).toBe(count);
});
