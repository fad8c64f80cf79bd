import { expect, test } from 'vitest';
import { isOwnOrigin } from './own-origin.ts';

const isOwn = (deskUrl: string, headers: Record<string, string>) => isOwnOrigin((name) => headers[name], deskUrl);
const told = 'https://desk.example.com';
const untold = 'http://127.0.0.1:3000';

test.each<[string, string, Record<string, string>]>([
  ['at the configured address', told, { origin: told, host: 'desk.example.com' }],
  ['behind a proxy that uses another host name', told, { origin: told, host: '10.0.0.7:3000' }],
  ['in the network, over plain HTTP', told, { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }],
  ['at another name of the machine', untold, { origin: 'http://localhost:3000', host: 'localhost:3000' }],
  ['at an explicit default port', untold, { origin: 'http://desk', host: 'desk:80' }],
  [
    'behind a proxy that forwards the original host',
    untold,
    { origin: 'https://desk.gym.example', host: '127.0.0.1:3000', 'x-forwarded-host': 'desk.gym.example, inner' },
  ],
  ['behind a proxy that keeps the name', untold, { origin: 'https://desk.gym.example', host: 'desk.gym.example' }],
])('a page of the desk is recognised %s', (_, deskUrl, headers) => {
  expect(isOwn(deskUrl, headers)).toBe(true);
});

test.each<[string, string, Record<string, string>]>([
  ['on another port of the same machine', untold, { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:3000' }],
  ['of another name', told, { origin: 'https://evil.example', host: 'desk.example.com' }],
  ['whose name begins like ours', told, { origin: 'https://desk.example.com.evil.example', host: 'desk.example.com' }],
  ['over plain HTTP at the configured host', told, { origin: 'http://desk.example.com', host: 'desk.example.com' }],
  ['in a sandboxed frame', told, { origin: 'null', host: 'desk.example.com' }],
  ['without any origin', told, { host: 'desk.example.com' }],
  ['of a browser extension', untold, { origin: 'chrome-extension://127.0.0.1:3000', host: '127.0.0.1:3000' }],
  ['where the request has no host', untold, { origin: 'http://evil.example' }],
])('a page %s is foreign', (_, deskUrl, headers) => {
  expect(isOwn(deskUrl, headers)).toBe(false);
});
