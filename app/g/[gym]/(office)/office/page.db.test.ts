import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { locations } from '#lib/server/db/schema/locations.ts';
import { signIn } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import OfficePage from './page.tsx';

const testDesk = setUpStartedDesk();

test('the office leads to Getting started while a step of it is open, and to the staff afterwards', async () => {
  const here = await testDesk.openLocation();
  const { id, slug } = here.location;
  await signIn(testDesk, 'manager', here);
  const params = Promise.resolve({ gym: slug });
  const open = () => OfficePage({ params, searchParams: Promise.resolve({}) });
  const leadTo = (page: string) => ({ digest: expect.stringContaining(`;/g/${slug}/office/${page};`) });
  await expect(open()).rejects.toMatchObject(leadTo('start'));
  const setUpDoneAt = new Date(testDesk.clock.now);
  await testDesk.desk.db.update(locations).set({ setUpDoneAt }).where(eq(locations.id, id));
  await expect(open()).rejects.toMatchObject(leadTo('staff'));
});
