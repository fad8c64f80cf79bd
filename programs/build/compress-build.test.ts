import fs from 'node:fs';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preferCompressed, readCompressedFiles } from '#lib/server/door/serve-compressed.ts';
import { compressBuild } from './compress-build.ts';

const script = `const words = [${'"a word of a script", '.repeat(100)}];`;
let build: string;
let server: http.Server;
beforeEach(() => {
  build = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-build-'));
  fs.mkdirSync(path.join(build, 'static', 'chunks'), { recursive: true });
  for (const name of ['chunks/a.js', 'chunks/a.css', 'chunks/a.woff2']) {
    fs.writeFileSync(path.join(build, 'static', name), script);
  }
  fs.writeFileSync(path.join(build, 'static', 'chunks', 'tiny.js'), '1');
});
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  fs.rmSync(build, { recursive: true, force: true });
});

/**
 * Serves files as Next does, without a compression header. @returns the response, and the URL that Next was asked for
 */
async function open() {
  const asked: string[] = [];
  const handle: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    const file = (request.url ?? '').replace('/_next', build).split('?')[0] ?? '';
    if (fs.existsSync(file)) response.end(fs.readFileSync(file));
    else response.writeHead(404).end();
  };
  server = http.createServer(preferCompressed(handle, readCompressedFiles(build)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens at a port
  return async (file: string, accepted?: string) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const request = http.get({ port, path: `/_next/static/chunks/${file}`, headers });
    const answer = await new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve));
    const body = Buffer.concat(await answer.toArray());
    return { status: answer.statusCode, headers: answer.headers, body, asked: asked.at(-1) };
  };
}

test('a browser that accepts Brotli gets the file compressed at build time, which decompresses to the same script', async () => {
  await compressBuild(build);
  const ask = await open();
  for (const accepted of ['gzip, deflate, br, zstd', 'gzip;q=1.0, br;q=0.5', 'br']) {
    const { headers, body } = await ask('a.js', accepted);
    expect(headers, accepted).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(headers['content-type']).toBe('application/javascript; charset=UTF-8');
    expect(body.length).toBeLessThan(script.length / 10);
    expect(zlib.brotliDecompressSync(body).toString()).toBe(script);
  }
  expect((await ask('a.css', 'br')).headers).toMatchObject({ 'content-type': 'text/css; charset=UTF-8' });
  expect((await ask('a.js?v=1', 'br')).asked).toBe('/_next/static/chunks/a.js.br?v=1');
});

test.each([undefined, 'gzip, deflate', 'br;q=0, gzip', 'br; q=0.0', 'brotli'])(
  'a browser that sends %s gets Next’s own file, and the response varies by encoding for caches',
  async (accepted) => {
    await compressBuild(build);
    const { headers, body } = await (await open())('a.js', accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBe('Accept-Encoding');
    expect(body.toString()).toBe(script);
  },
);

test('small files, compressed files, files not in the build and a build without compressed files are served unchanged', async () => {
  const ask = await open();
  expect((await ask('a.js', 'br')).body.toString()).toBe(script);
  server.close();
  await compressBuild(build);
  const askAgain = await open();
  for (const file of ['a.woff2', 'tiny.js', 'nowhere.js']) {
    const { headers, asked } = await askAgain(file, 'br');
    expect(headers['content-encoding'], file).toBeUndefined();
    expect(asked).toBe(`/_next/static/chunks/${file}`);
  }
  expect(fs.existsSync(path.join(build, 'static', 'chunks', 'tiny.js.br'))).toBe(false);
});
