import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { presenceQuery } from '#lib/browser/queries/desk-queries.ts';
import { signIn } from '#lib/testing/browser.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { fillOwnParts } from './fill-own-parts.ts';

const testDesk = setUpStartedDesk();

test('the presence list of a member’s page never replaces what the counter has read', async () => {
  const here = await testDesk.openLocation();
  const context = await contextOf(testDesk.desk, await signIn(testDesk, 'manager', here), here.location.id);
  const { queryKey } = presenceQuery(here.location.id);
  const ofPage = new QueryClient();
  await fillOwnParts(ofPage, context, { accountId: testDesk.desk.newId() });
  const ofBrowser = new QueryClient();
  const read = { entries: [], total: 7 } as never; // safe because: only its identity is compared
  // a browser whose clock is behind the server's
  ofBrowser.setQueryData(queryKey, read, { updatedAt: Date.now() - 3_600_000 });
  hydrate(ofBrowser, dehydrate(ofPage));
  expect(ofPage.getQueryData(queryKey)).toBeDefined();
  expect(ofBrowser.getQueryData(queryKey)).toBe(read);
});
