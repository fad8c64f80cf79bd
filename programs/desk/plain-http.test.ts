import { expect, test } from 'vitest';
import { plainHttpWarning } from './plain-http.ts';

test.each([
  ['on every address', '0.0.0.0', 'http://localhost:3000'],
  ['on its network address', '192.168.1.20', 'http://192.168.1.20:3000'],
  ['behind a proxy without a certificate', '127.0.0.1', 'http://desk.gym.example'],
])('a desk that is reachable over plain HTTP warns about what other devices lack: %s', (_, HOST, DESK_URL) => {
  const refusing = plainHttpWarning({ HOST, DESK_URL, DESK_PLAIN_HTTP_NETWORKS: [] });
  expect(refusing).toContain('answers other devices only over HTTPS');
  const serving = plainHttpWarning({ HOST, DESK_URL, DESK_PLAIN_HTTP_NETWORKS: ['192.168.1.0/24'] });
  for (const lack of ['need HTTPS', 'forgets the scans', 'opens no page', 'reads no card by NFC', 'opens no camera']) {
    expect(serving).toContain(lack);
  }
});

test.each([
  ['on its own machine only', '127.0.0.1', 'http://127.0.0.1:3000'],
  ['on its own machine only, by IPv6', '::1', 'http://[::1]:3000'],
  ['behind a proxy with a certificate', '127.0.0.1', 'https://desk.gym.example'],
  ['behind a proxy on another machine', '0.0.0.0', 'https://desk.gym.example'],
])('there is no warning for a desk %s', (_, HOST, DESK_URL) => {
  expect(plainHttpWarning({ HOST, DESK_URL, DESK_PLAIN_HTTP_NETWORKS: [] })).toBeNull();
});
