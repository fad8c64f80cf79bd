import fs from 'node:fs';
import os from 'node:os';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { openUpload } from '#platform/services/images/upload.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { newPublished } from '#platform/testing/published.ts';
import { jpegOfScans } from '#shared/testing/jpeg-of-scans.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
const jpeg = (width = 60, height = 40) => draw(width, height).jpeg().toBuffer();

const formOf = (content: Uint8Array | string, name = 'photo.jpg', field = 'file') => {
  const form = new FormData();
  form.set(field, typeof content === 'string' ? content : new File([new Uint8Array(content)], name));
  return form;
};
const twice = (content: Uint8Array) => {
  const form = formOf(content);
  form.append('file', new File([new Uint8Array(content)], 'b.jpg'));
  return form;
};
/** A valid JPEG with a comment. */
async function commented(text: string): Promise<Buffer> {
  const picture = await jpeg();
  const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(text.length + 2)}${text}`, 'latin1');
  return Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]);
}
const appended = async (text: string) => Buffer.concat([await jpeg(), Buffer.from(text, 'latin1')]);
const upload = (gym: TestGym, accountId: string, body: FormData) =>
  gym.ask('uploadImage', { path: { accountId }, body });
const keptOf = async (accountId: string) =>
  (
    await platform.rows<{ content: Buffer; media_type: string }>(
      'SELECT content, media_type FROM account_images WHERE account_id = $1',
      [accountId],
    )
  )[0];

/** A PNG that says of itself that it is animated, with one picture. */
function animated(png: Buffer): Buffer {
  const chunk = Buffer.from('\0\0\0\x08acTL\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  const afterHeader = 8 + 25; // the signature and IHDR
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)]);
}

describe('a profile picture', () => {
  test('may be a JPEG or a PNG, whatever its file name', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    expect((await upload(gym, accountId, formOf(await jpeg(), 'photo.txt'))).status).toBe(204);
    const transparent = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    for (const png of [transparent, animated(transparent)]) {
      expect((await upload(gym, accountId, formOf(png, 'photo'))).status).toBe(204);
    }
    const kept = await keptOf(accountId);
    expect(kept?.media_type).toBe('image/jpeg');
    expect(await sharp(kept?.content).metadata()).toMatchObject({ format: 'jpeg', width: 9, height: 9 });
  });

  test('is re-encoded: rotated upright, limited in size, and without metadata', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const secret = 'taken at home';
    const content = await draw(3000, 1500)
      .withMetadata({ orientation: 6, exif: { IFD0: { ImageDescription: secret } } })
      .jpeg()
      .toBuffer();
    expect(content.includes(secret)).toBe(true);
    await upload(gym, accountId, formOf(content));
    const kept = await keptOf(accountId);
    expect(kept?.content.includes(secret)).toBe(false);
    const { width, height, exif, orientation } = await sharp(kept?.content).metadata();
    expect([width, height, exif, orientation]).toEqual([512, 1024, undefined, undefined]);
  });

  test.each([
    ['a GIF named .png', async () => formOf(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64'), 'a.png')],
    ['a WebP', async () => formOf(await draw(5, 5).webp().toBuffer())],
    ['a script', async () => formOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.jpg')],
    ['half a JPEG', async () => formOf((await jpeg(600, 600)).subarray(0, 400))],
    ['nothing', async () => formOf(Buffer.alloc(0))],
    ['text instead of a file', async () => formOf('photo')],
    ['a file in another field', async () => formOf(await jpeg(), 'a.jpg', 'picture')],
    ['more than 16 MB', async () => formOf(Buffer.concat([await jpeg(), Buffer.alloc(16 * 1024 * 1024)]))],
    ['a decompression bomb', async () => formOf(await draw(9000, 9000).png({ compressionLevel: 1 }).toBuffer())],
    ['two files', async () => twice(await jpeg())],
  ])('that is %s returns 400, and nothing is stored', async (_, make) => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const { status, body } = await upload(gym, accountId, await make());
    expect([status, body.errorCode]).toEqual([400, 'invalidRequest']);
    expect(await keptOf(accountId)).toBeUndefined();
  });

  test.each([
    ['a comment', 'drawn on a Monday', commented],
    ['bytes that are also markup', '<svg onload=x>', commented],
    ['a phone’s video appended', '\0\0\0\x18ftypmp42', appended],
    ['an archive appended', `PK\x05\x06${'\0'.repeat(18)}`, appended],
  ])('may have %s, which is not stored', async (_, text, add) => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    expect((await upload(gym, accountId, formOf(await add(text)))).status).toBe(204);
    expect((await keptOf(accountId))?.content.includes(text)).toBe(false);
  });

  test('may have parameters of the scan that decoders only warn of, as many phones write them', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const content = await jpeg();
    const scan = content.indexOf('\xff\xda', 0, 'latin1');
    const lastCoefficient = scan + content.readUInt16BE(scan + 2);
    expect(content[lastCoefficient]).toBe(63);
    content[lastCoefficient] = 0;
    expect((await upload(gym, accountId, formOf(content))).status).toBe(204);
  });

  test.each([
    [100, 204],
    [101, 400],
  ])('may be a JPEG of %i scans: %i', async (scans, expected) => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    expect((await upload(gym, accountId, formOf(await jpegOfScans(scans)))).status).toBe(expected);
  });

  test('leaves no temporary file, accepted or refused', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const left = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('front-desk-upload-'));
    await Promise.all([upload(gym, accountId, formOf(await jpeg())), upload(gym, accountId, formOf('text'))]);
    expect(left()).toEqual([]);
  });

  test('may have 16 MB', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const picture = await jpeg();
    const padded = Buffer.concat([picture, Buffer.alloc(16 * 1024 * 1024 - picture.length)]);
    expect((await upload(gym, accountId, formOf(padded))).status).toBe(204);
  });

  test('is refused with 429 and Retry-After while unfinished ones of its key hold 64 MB, and no other key is', async () => {
    const gym = await platform.newGym();
    const other = await platform.newGym();
    const accountId = await createMember(gym);
    const ended = Promise.withResolvers<void>();
    const chunk = new Uint8Array(64 * 1024);
    let received = 0;
    const stalled = () => {
      let left = 255;
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => stream.enqueue(Buffer.from('--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n')),
        pull: async (stream) => {
          if (left === 0) received += 1;
          if (left === 0) await ended.promise;
          if (left > 0) stream.enqueue(chunk);
          else stream.close();
          left -= 1;
        },
      });
      const headers = { 'x-api-key': gym.apiKey, 'content-type': 'multipart/form-data; boundary=x' };
      const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit; // safe because: duplex is missing in the type alone
      return platform.app.request(`/api/v2/accounts/${accountId}/images`, init);
    };
    const unfinished = [stalled(), stalled(), stalled(), stalled()];
    await until(() => expect(received).toBe(4));

    const large = Buffer.concat([await jpeg(), Buffer.alloc(1024 * 1024)]);
    const refused = await upload(gym, accountId, formOf(large));
    expect([refused.status, refused.body.errorCode, refused.headers.get('retry-after')]).toEqual([
      429,
      'tooManyRequests',
      '5',
    ]);
    const publish = () => gym.askV1('publishUser', { body: newPublished({ imageData: large.toString('base64') }) });
    expect((await publish()).status).toBe(200);
    const another = { ...gym, ask: platform.askWith(await platform.newKey(gym)) };
    expect((await upload(another, accountId, formOf(large))).status).toBe(204);
    expect((await upload(other, await createMember(other), formOf(large))).status).toBe(204);
    // a third key holds the rest of what the gym may
    const rest = await openUpload({ ids: randomIds, gymId: gym.gymId }, 'a third key');
    await rest.add(Buffer.alloc(16 * 1024 * 1024));
    const refusedPublish = await publish();
    expect([refusedPublish.status, refusedPublish.headers.get('retry-after')]).toEqual([429, '5']);
    await rest.close();

    ended.resolve();
    expect((await Promise.all(unfinished)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect((await upload(gym, accountId, formOf(large))).status).toBe(204);
    expect((await publish()).status).toBe(200);
  });

  test.each([
    ['JSON', 'application/json', '{}'],
    ['a broken form', 'multipart/form-data; boundary=x', '--y\r\nnothing'],
    ['a form without a boundary', 'multipart/form-data', 'nothing'],
  ])('sent as %s returns 400 invalidRequest', async (_, contentType, content) => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const response = await platform.app.request(`/api/v2/accounts/${accountId}/images`, {
      method: 'PUT',
      headers: { 'x-api-key': gym.apiKey, 'content-type': contentType },
      body: content,
    });
    expect([response.status, (await response.json()).errorCode]).toEqual([400, 'invalidRequest']);
  });

  test('is replaced by the next, and removed idempotently', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    await upload(gym, accountId, formOf(await jpeg(10, 10)));
    await upload(gym, accountId, formOf(await jpeg(20, 20)));
    expect((await sharp((await keptOf(accountId))?.content).metadata()).width).toBe(20);
    for (let i = 0; i < 2; i++) expect((await gym.ask('deleteImage', { path: { accountId } })).status).toBe(204);
    expect(await keptOf(accountId)).toBeUndefined();
  });

  test('of a member of another chain is 404 and unchanged', async () => {
    const gym = await platform.newGym();
    const stranger = await platform.newGym();
    const accountId = await createMember(gym);
    await upload(gym, accountId, formOf(await jpeg()));
    const before = await keptOf(accountId);
    expect((await upload(stranger, accountId, formOf(await jpeg(5, 5)))).body.metadata.entity).toBe('ACCOUNT');
    expect((await stranger.ask('deleteImage', { path: { accountId } })).status).toBe(404);
    expect(await keptOf(accountId)).toEqual(before);
  });
});
