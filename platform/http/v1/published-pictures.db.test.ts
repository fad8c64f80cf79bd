import fs from 'node:fs';
import os from 'node:os';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openServer } from '#platform/server.ts';
import { readSettings } from '#platform/settings.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { newPublished } from '#platform/testing/published.ts';

const platform = startTestPlatform();

const draw = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
const jpeg = async () => (await draw().jpeg().toBuffer()).toString('base64');
const maxBytes = 16 * 1024 * 1024;

const publish = (gym: TestGym, body: unknown) => gym.askV1('publishUser', { body });
const pictureOf = async (gym: TestGym) =>
  (
    await platform.rows<{ content: Buffer; media_type: string }>(
      'SELECT content, media_type FROM account_images WHERE chain_id = $1',
      [gym.chainId],
    )
  )[0];
const peopleIn = async (gym: TestGym) =>
  (await platform.rows('SELECT FROM chain_profiles WHERE chain_id = $1', [gym.chainId])).length;
const uploadsLeft = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('front-desk-upload-'));

/** A request with a picture, padded with spaces to a length in bytes. */
function paddedTo(bytes: number, picture: string): string {
  const body = JSON.stringify(newPublished({ imageData: picture }));
  return `${body}${' '.repeat(bytes - body.length)}`;
}

test.each([
  ['a JPEG', jpeg],
  ['a PNG', async () => (await draw().png().toBuffer()).toString('base64')],
  ['a data URL', async () => `data:image/jpeg;base64,${await jpeg()}`],
  ['base64 in lines', async () => (await jpeg()).replace(/.{76}/g, '$&\r\n')],
  ['a picture of many pixels', async () => (await draw(4000, 3000).jpeg().toBuffer()).toString('base64')],
])('%s becomes the picture of the member, re-encoded like an upload', async (_, make) => {
  const gym = await platform.newGym();
  expect((await publish(gym, newPublished({ imageData: await make() }))).status).toBe(200);
  const kept = await pictureOf(gym);
  expect(kept?.media_type).toBe('image/jpeg');
  expect((await sharp(kept?.content).metadata()).format).toBe('jpeg');
});

test('an absent picture is unchanged, a new one replaces it, and none is ever returned', async () => {
  const gym = await platform.newGym();
  const sent = newPublished({ imageData: await jpeg() });
  const { userId } = (await publish(gym, sent)).body;
  const { imageData: _, ...rest } = sent;
  await publish(gym, { ...rest, phone: '1' });
  expect((await sharp((await pictureOf(gym))?.content).metadata()).width).toBe(60);
  await publish(gym, { ...rest, imageData: (await draw(20, 20).jpeg().toBuffer()).toString('base64') });
  expect((await sharp((await pictureOf(gym))?.content).metadata()).width).toBe(20);
  expect((await gym.askV1('getProfile', { query: { userId } })).body).not.toHaveProperty('imageData');
});

test.each([
  ['no base64', async () => '%%%'],
  ['text', async () => Buffer.from('hello').toString('base64')],
  ['nothing', async () => 'data:image/png;base64,'],
  ['a GIF', async () => 'R0lGODlhAQABAAAAACwAAAAAAQABAAAC'],
  ['half a JPEG', async () => (await draw(600, 600).jpeg().toBuffer()).subarray(0, 400).toString('base64')],
  [
    'a decompression bomb',
    async () => (await draw(9000, 9000).png({ compressionLevel: 9 }).toBuffer()).toString('base64'),
  ],
  ['a script', async () => `data:text/html;base64,${Buffer.from('<script>').toString('base64')}`],
])('a picture that is %s is 400, and nothing of the publish is stored', async (_, make) => {
  const gym = await platform.newGym();
  const { status, body } = await publish(gym, newPublished({ imageData: await make() }));
  expect([status, body.errorText]).toEqual([400, expect.stringContaining('imageData')]);
  expect([await peopleIn(gym), await pictureOf(gym)]).toEqual([0, undefined]);
});

test('a request may have exactly 16 MB', async () => {
  const gym = await platform.newGym();
  const picture = await jpeg();
  expect((await publish(gym, paddedTo(maxBytes, picture))).status).toBe(200);
  expect((await publish(gym, paddedTo(maxBytes + 1, picture))).status).toBe(413);
  expect(await peopleIn(gym)).toBe(1);
});

test('a large request without a content length is limited while it is received, and leaves no file behind', async () => {
  const gym = await platform.newGym();
  const sendInPieces = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) =>
      bytes.subarray(i * 65_536, (i + 1) * 65_536),
    );
    return platform.app.request(
      new Request(`http://localhost/v1/user/publish?gymId=${gym.legacyGymId}`, {
        method: 'POST',
        headers: { 'x-access-token': gym.accessToken, 'content-type': 'application/json' },
        body: Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>, // safe because: the pieces are bytes
        duplex: 'half',
      } as RequestInit), // safe because: duplex is missing in the type alone
    );
  };
  const picture = await jpeg();
  const tooLong = await sendInPieces(paddedTo(maxBytes + 1, picture));
  expect([tooLong.status, await tooLong.json()]).toEqual([413, { error: 413, errorText: expect.any(String) }]);
  const broken = await sendInPieces(`${paddedTo(200_000, picture)}}`);
  expect(broken.status).toBe(400);
  expect((await sendInPieces(paddedTo(200_000, picture))).status).toBe(200);
  expect(uploadsLeft()).toEqual([]);
  expect(await peopleIn(gym)).toBe(1);
});

test('over a connection, a large request is accepted, and one that declares too much is refused with a response', async () => {
  const gym = await platform.newGym();
  const settings = readSettings({ PLATFORM_DATABASE_URL: platform.url, PLATFORM_SECRET: 's'.repeat(32) });
  const server = await openServer(platform.app.fetch, { ...settings, host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const send = (body: string) =>
    fetch(`${server.url}/v1/user/publish?gymId=${gym.legacyGymId}`, {
      method: 'POST',
      headers: { 'x-access-token': gym.accessToken, 'content-type': 'application/json' },
      body,
    });
  expect((await send(paddedTo(1_000_000, await jpeg()))).status).toBe(200);
  const response = await send(paddedTo(maxBytes + 1_000_000, await jpeg()));
  expect([response.status, await response.json()]).toEqual([413, { error: 413, errorText: expect.any(String) }]);
});

test('other requests of the interface may have 1 MB', async () => {
  const gym = await platform.newGym();
  const body = `{"taskName":"${'x'.repeat(1024 * 1024)}"}`;
  expect((await gym.askV1('createTask', { body })).status).toBe(413);
});
