import fs from 'node:fs';
import { callInTime } from '#e2e/base/call-in-time.ts';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { pickMember } from '#e2e/base/pick-members.ts';
import { signInByRequest } from '#e2e/base/sign-in-request.ts';
import { builtActions } from '#e2e/security/access/build.ts';
import { callAction } from '#e2e/security/access/call.ts';
import { pathAt } from '#lib/wire/path-at.ts';

// without a page: taking, cropping and showing a photo are tested with their components
test('a photo that is sent to the built desk is shown by it, and kept by the platform, until it is removed from both', async ({
  playwright,
  stack,
  cards,
}) => {
  const { accountId } = await pickMember(stack, cards, 12);
  const locationId = await stack.findLocation();
  const address = pathAt(locationId, `/api/desk/photos/${accountId}`);
  const atPlatform = () =>
    queryDatabase<{ content: Buffer }>(stack, 'platform', [
      { text: 'select content from account_images where account_id = $1', values: [accountId] },
    ]);
  const request = await signInByRequest(playwright, stack, 'reception');
  const headers = { origin: stack.deskUrl, 'content-type': 'application/octet-stream' };
  const data = fs.readFileSync('public/icon-512.png');
  const sent = await callInTime(async () => (await request.post(address, { headers, data })).json());
  expect(sent).toMatchObject({ ok: true, value: { kind: 'kept' } });
  const jpeg = [0xff, 0xd8, 0xff];
  expect((await atPlatform()).map(({ content }) => [...content.subarray(0, jpeg.length)])).toEqual([jpeg]);
  const shown = await request.get(address);
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/webp']);

  const remove = builtActions().find(({ endpoint }) => endpoint.endsWith('/photo-actions.ts removePhoto'));
  if (!remove) throw new Error('The build has no action that removes a photo.');
  const caller = { request, origin: stack.deskUrl };
  const removed = await callInTime(() => callAction(caller, remove, { locationId, accountId }));
  expect(removed).toEqual({ ok: true, value: null });
  expect(await atPlatform()).toEqual([]);
  expect((await request.get(address)).status()).toBe(404);
  await request.dispose();
});
