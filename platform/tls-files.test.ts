import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hourMs } from '#shared/calendar/durations.ts';
import type { Log } from '#shared/log/log.ts';
import { createTestAuthority } from '#shared/testing/certificates.ts';
import { openServer } from './server.ts';

const authority = createTestAuthority();

/** A server whose certificate files the test may replace. */
async function start() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tls-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const files = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') };
  const write = ({ cert, key }: { cert: string; key: string }) => {
    fs.writeFileSync(files.certFile, cert);
    fs.writeFileSync(files.keyFile, key);
  };
  const first = authority.issue({ name: 'first.example' });
  write(first);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const log = { info: vi.fn(), error: vi.fn() };
  const settings = { host: '127.0.0.1', port: 0, tls: files } as Parameters<typeof openServer>[1]; // safe because: nothing else is read
  const { url, close } = await openServer(async () => new Response(), settings, log as unknown as Log); // safe because: nothing else is called
  onTestFinished(close);
  const port = Number(new URL(url).port);
  /** The name in the certificate that a new connection gets. */
  const readName = async () => {
    const socket = tls.connect({
      port,
      host: '127.0.0.1',
      ca: authority.certificate,
      checkServerIdentity: () => undefined,
    });
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  return { files, write, first, log, readName, renew: () => vi.advanceTimersByTime(hourMs) };
}

test('a renewed certificate is used without a restart', async () => {
  const { write, renew, log, readName } = await start();
  write(authority.issue({ name: 'second.example' }));
  renew();
  expect(await readName()).toBe('second.example');
  renew();
  expect(log.info).toHaveBeenCalledOnce();
  expect(log.error).not.toHaveBeenCalled();
});

test.each(['is of another key', 'is no certificate', 'is gone'])(
  'while the new certificate %s, the former one stays, and the log has a line',
  async (what) => {
    const { files, write, first, renew, log, readName } = await start();
    const second = authority.issue({ name: 'second.example' });
    if (what === 'is of another key') write({ cert: second.cert, key: first.key });
    if (what === 'is no certificate') write({ cert: 'half of', key: second.key });
    if (what === 'is gone') fs.rmSync(files.certFile);
    renew();
    expect(await readName()).toBe('first.example');
    expect(log.error).toHaveBeenCalledOnce();
    write(second);
    renew();
    expect(await readName()).toBe('second.example');
  },
);
