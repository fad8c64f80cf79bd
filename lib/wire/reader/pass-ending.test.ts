import { expect, test } from 'vitest';
import { passEndingOf } from './pass-ending.ts';
import { defaultReaderProfile as hex } from './reader-profile.ts';

test.each([
  ['token-of-a-pass-000017', '000017'],
  ['8f14e45fceea167a5a36dedd4bea2543', 'ea2543'],
  ['NFC:04A23BC2', 'A23BC2'],
  // 1234567890123456 by a reader that types like an English keyboard
  ['&é"\'(-è_çà&é"\'(-', '"\'(-'.padStart(6, '&é')],
  ['04A23BC21C2680', null],
  ['04:A2:3B:C2:1C:26:80', null],
  ['01304277450237568', null],
  ['lena.vogt+gym@example.com', null],
  ['M-10442', null],
])('of %s, as a pass, %s is shown', (text, ending) => {
  expect(passEndingOf(text, [{ ...hex, nfcPrefix: 'NFC:' }])).toBe(ending);
});
