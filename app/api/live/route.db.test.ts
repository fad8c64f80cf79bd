import { expect, test } from 'vitest';
import { browser, browserRequest, signIn } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { GET } from './route.ts';

const testDesk = setUpStartedDesk();

test('a page that sends no location gets the version of the desk and no other event', async () => {
  await signIn(testDesk, 'reception', await testDesk.openLocation());
  const answer = await GET(await browserRequest('http://desk/api/live'));
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  // neither a proxy that compresses nor nginx holds events back
  expect(answer.headers.get('cache-control')).toContain('no-transform');
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  // the stream ends: a page that does not reload connects again a minute later
  expect(await answer.text()).toBe(`retry: 60000\nevent: version\ndata: ${testDesk.desk.version}\n\n`);
});

test('a request without a session gets nothing', async () => {
  browser.claim = null;
  expect((await GET(await browserRequest('http://desk/api/live'))).status).toBe(401);
});
