import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import { openSilentBucket } from '#platform/testing/silent-bucket.ts';
import { until } from '#shared/testing/until.ts';
import { createDiskStore } from './disk-store.ts';
import { newFileName } from './file-name.ts';
import { createS3Store } from './s3-store.ts';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-stores-'));
const folder = path.join(home, 'disk');
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: path.join(home, 's3'),
  configureBuckets: [{ name: 'gym-exports', configs: [] }],
});
const stores: Record<string, FileStore> = {};
beforeAll(async () => {
  const { port } = await s3.run();
  stores.folder = createDiskStore(folder);
  stores.bucket = createS3Store({
    url: `http://127.0.0.1:${port}/gym-exports`,
    region: 'us-east-1',
    prefix: 'exports/',
    key: 'S3RVER',
    secret: 'S3RVER',
  });
});
afterAll(async () => {
  await s3.close();
  fs.rmSync(home, { recursive: true, force: true });
});

const newName = () => newFileName({ jobId: randomUUID(), fileType: 'CSV' }, randomIds);
async function* piecesOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
async function* manyParts() {
  for (let count = 0; count < 40; count += 1) yield Buffer.alloc(1024 * 1024, 'x');
  yield Buffer.from('end');
}
const textOf = async (stream: ReadableStream | undefined) => (stream ? new Response(stream).text() : undefined);

describe.each(['folder', 'bucket'])('a %s', (kind) => {
  const store = (): FileStore => stores[kind] as FileStore; // safe because: made before the tests

  test('returns what was written, whole and in ranges', async () => {
    const name = newName();
    await store().write(name, piecesOf('Zoë,', 'Vogt\r\n'));
    expect(await textOf(await store().read(name, { first: 0, last: 10 }))).toBe('Zoë,Vogt\r\n');
    expect(await textOf(await store().read(name, { first: 5, last: 8 }))).toBe('Vogt');
  });

  test('accepts a file of many parts, and an empty one', async () => {
    const [long, empty] = [newName(), newName()];
    await store().write(long, manyParts());
    const end = 40 * 1024 * 1024;
    expect(await textOf(await store().read(long, { first: end - 2, last: end + 2 }))).toBe('xxend');
    await store().write(empty, piecesOf());
    expect(await store().list()).toEqual(expect.arrayContaining([long, empty]));
  });

  test.each([0, 40])('keeps nothing of a file that was aborted after %i MB', async (megabytes) => {
    const name = newName();
    async function* broken() {
      for (let count = 0; count <= megabytes; count += 1) yield Buffer.alloc(1024 * 1024);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    await expect(store().write(name, broken())).rejects.toThrow('no space left');
    expect(await store().list()).not.toContain(name);
    expect(await store().read(name, { first: 0, last: 1 })).toBeUndefined();
  });

  test('has no removed file, and no file that never existed', async () => {
    const name = newName();
    await store().write(name, piecesOf('text'));
    await store().remove(name);
    await store().remove(name);
    expect(await store().read(name, { first: 0, last: 3 })).toBeUndefined();
    expect(await store().list()).not.toContain(name);
  });

  test('lists only its own files', async () => {
    const name = newName();
    await store().write(name, piecesOf('text'));
    if (kind === 'folder') fs.writeFileSync(path.join(folder, 'holiday.jpg'), '');
    else await stores.bucket?.write('holiday.jpg', piecesOf('x'));
    expect(await store().list()).toContain(name);
    expect(await store().list()).not.toContain('holiday.jpg');
  });
});

test('a download from a bucket may take longer than an answer', async () => {
  const name = newName();
  await stores.bucket?.write(name, manyParts());
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    timeout.mockRestore();
    vi.useRealTimers();
  });
  const body = await stores.bucket?.read(name, { first: 0, last: 40 * 1024 * 1024 - 1 });
  deadline.abort();
  vi.advanceTimersByTime(3_600_000);
  expect((await textOf(body))?.length).toBe(40 * 1024 * 1024);
});

test('a download from an unresponsive bucket fails', async () => {
  const bucket = await openSilentBucket(1);
  onTestFinished(bucket.close);
  await expect(bucket.store.read(newName(), { first: 0, last: 1 })).rejects.toThrow();
});

const requests: [string, string, (store: FileStore, signal: AbortSignal) => Promise<unknown>][] = [
  ['a part of a file', 'PUT', (store, signal) => store.write(newName(), manyParts(), signal)],
  ['a small file', 'PUT', (store, signal) => store.write(newName(), piecesOf('text'), signal)],
  ['a file to delete', 'DELETE', (store, signal) => store.remove(newName(), signal)],
  ['its list', 'GET', (store, signal) => store.list(signal)],
];
test.each(requests)('an abort does not wait for an unresponsive bucket to %s', async (_, method, request) => {
  const bucket = await openSilentBucket();
  const ending = new AbortController();
  try {
    const waiting = expect(request(bucket.store, ending.signal)).rejects.toThrow('aborted');
    await until(() => expect(bucket.asked).toContain(method));
    ending.abort();
    await waiting;
  } finally {
    bucket.close();
  }
});

test('the folder is readable by the platform’s user only', async () => {
  const name = newName();
  await stores.folder?.write(name, piecesOf('text'));
  const modeOf = (file: string) => fs.statSync(file).mode & 0o777;
  expect([modeOf(folder), modeOf(path.join(folder, name))]).toEqual([0o700, 0o600]);
});

test.skipIf(process.platform !== 'linux')('a full disk is reported with its error code', async () => {
  const full = path.join(home, 'full');
  fs.mkdirSync(full);
  const name = newName();
  const store = createDiskStore(full);
  // replaces the file with a device that is always full
  const open = fs.createWriteStream;
  fs.createWriteStream = ((_file: string) => open('/dev/full', { flags: 'w' })) as typeof open; // safe because: it stands in for the test
  try {
    await expect(store.write(name, piecesOf('text'))).rejects.toMatchObject({ code: 'ENOSPC' });
  } finally {
    fs.createWriteStream = open;
  }
  expect(fs.readdirSync(full)).toEqual([]);
});
