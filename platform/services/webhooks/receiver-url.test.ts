import { expect, test } from 'vitest';
import { findUrlIssue, isSameReceiver } from './receiver-url.ts';

test.each([
  'https://example.org',
  'https://example.org:8443/events?gym=1',
  'https://8.8.8.8/',
  'https://[2606:4700::1]/',
])('a receiver on the internet is accepted: %s', (url) => {
  expect(findUrlIssue(url, false)).toBeUndefined();
  expect(findUrlIssue(url, true)).toBeUndefined();
});

test.each([
  'example.org',
  '/events',
  'https://',
  'ftp://example.org/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://example.org/',
  'http://10.0.0.1/',
  'https://user@example.org/',
  'https://:password@example.org/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://0.0.0.0/',
])('a URL that can never be delivered to is refused, even in a sandbox: %s', (url) => {
  expect(findUrlIssue(url, false)).toBeTypeOf('string');
  expect(findUrlIssue(url, true)).toBeTypeOf('string');
});

test.each([
  'http://localhost:8080/events',
  'http://desk.localhost/events',
  'http://127.0.0.1:8080/',
  'http://[::1]:8080/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://[::ffff:127.0.0.1]/',
  'https://localhost/',
])('loopback is accepted as a receiver only in a sandbox, however it is spelled: %s', (url) => {
  expect(findUrlIssue(url, true)).toBeUndefined();
  expect(findUrlIssue(url, false)).toBeTypeOf('string');
});

test.each([
  ['https://example.org', 'https://EXAMPLE.org:443/'],
  ['https://example.org/a/../b', 'https://example.org/b'],
])('%s and %s are the same receiver', (one, other) => expect(isSameReceiver(one, other)).toBe(true));

test('another path or port is another receiver', () => {
  expect(isSameReceiver('https://example.org/a', 'https://example.org/b')).toBe(false);
  expect(isSameReceiver('https://example.org/', 'https://example.org:8443/')).toBe(false);
});
