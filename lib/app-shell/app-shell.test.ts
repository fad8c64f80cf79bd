import { afterEach, describe, expect, test, vi } from 'vitest';
import { filesOf, keepShell, stopKeeping } from './keep-shell.ts';
import { withoutNames } from './kept-place.ts';

afterEach(() => vi.unstubAllGlobals());

test('the files of the shell are those that its page names, in tags or for React, each once', () => {
  const html = `<link rel="stylesheet" href="/_next/static/css/a-1.css"/><script src="/_next/static/chunks/b~2.js" async></script>
    <script>self.__next_f.push([1,"3:I[12,[\\"/_next/static/chunks/b~2.js\\",\\"/_next/static/chunks/c.js\\"],\\"default\\"]"])</script>
    <link rel="preload" href="/_next/static/media/inter.woff2"/><a href="/members">Members</a>`;
  expect(filesOf(html)).toEqual([
    '/_next/static/css/a-1.css',
    '/_next/static/chunks/b~2.js',
    '/_next/static/chunks/c.js',
    '/_next/static/media/inter.woff2',
  ]);
});

test('of whose counter it is, a browser keeps ids, a role and settings, and no name', () => {
  const kept = withoutNames({
    location: {
      ...{ id: 'l', name: 'Munich West', timeZone: 'Europe/Berlin', capacity: 120, checkInOnScan: true },
      keepsScreenAwake: false,
      readerProfile: { base: 'hex', byteOrder: 'asRead' } as never,
    },
    staff: { id: 's', displayName: 'Ana Keller', initials: 'AK', role: 'reception' },
    hearsScans: true,
  });
  expect(kept).toMatchObject({ location: { id: 'l', timeZone: 'Europe/Berlin' }, staff: { id: 's' } });
  expect(JSON.stringify(kept)).not.toMatch(/Munich|Ana|AK/);
});

describe('nothing is kept for somebody who was signed out', () => {
  const build = { version: 'a build', locale: 'en', location: {}, staff: {}, hearsScans: true } as never; // safe because: none of it is reached
  const openBrowser = (fetchPage: (address: string, init: RequestInit) => Promise<Partial<Response>>) => {
    const register = vi.fn();
    const open = vi.fn();
    vi.stubGlobal('window', { isSecureContext: true });
    vi.stubGlobal('navigator', { serviceWorker: { register } });
    vi.stubGlobal('caches', { match: async () => undefined, open });
    vi.stubGlobal('fetch', fetchPage);
    return [register, open];
  };

  test('before the page of the shell was asked for', async () => {
    const calls = openBrowser(async (_, { redirect }) => {
      if (redirect !== 'manual') throw new Error('The browser complains of a redirect.');
      return { ok: false, status: 0 };
    });
    await expect(keepShell(build)).rejects.toThrow('answered with 0');
    for (const call of calls) expect(call).not.toHaveBeenCalled();
  });

  test('while it was on its way, which is not waited for', async () => {
    const fetchPage = vi.fn(
      (_: string, { signal }: RequestInit) =>
        new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const calls = openBrowser(fetchPage);
    const keeping = keepShell(build).catch(String);
    await vi.waitFor(() => expect(fetchPage).toHaveBeenCalled());
    await stopKeeping();
    expect(await keeping).toContain('abort');
    for (const call of calls) expect(call).not.toHaveBeenCalled();
  });
});
