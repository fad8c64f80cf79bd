import { expect, test } from 'vitest';
import { filesOf } from './keep-shell.ts';
import { withoutNames } from './kept-place.ts';

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
