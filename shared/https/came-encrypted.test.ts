import { expect, test } from 'vitest';
import { cameEncrypted } from './came-encrypted.ts';

const isProxy = (address: string) => address === '10.0.0.5';
const arrival = { remoteAddress: '192.0.2.7', isEncrypted: false, forwardedProto: undefined };
const throughProxy = { ...arrival, remoteAddress: '10.0.0.5' };

test.each([
  ['on a connection with TLS', { ...arrival, isEncrypted: true }, true],
  ['without', arrival, false],
  ['through a proxy that ended TLS', { ...throughProxy, forwardedProto: 'https' }, true],
  [
    'through it, on a socket of IPv6',
    { ...throughProxy, remoteAddress: '::ffff:10.0.0.5', forwardedProto: 'https' },
    true,
  ],
  ['through a proxy that did not', { ...throughProxy, forwardedProto: 'http' }, false],
  ['through a proxy that says nothing of it', throughProxy, false],
  ['from somebody who says it to the proxy', { ...throughProxy, forwardedProto: 'https, http' }, false],
  ['from somebody who says it in a line of its own', { ...throughProxy, forwardedProto: ['https', 'http'] }, false],
  ['through two of them', { ...throughProxy, forwardedProto: 'https,https' }, true],
  ['without TLS to the first of two', { ...throughProxy, forwardedProto: 'http,https' }, false],
  ['through a proxy that says nothing in so many words', { ...throughProxy, forwardedProto: '' }, false],
  ['from somebody who is no proxy and says it', { ...arrival, forwardedProto: 'https' }, false],
  ['from nobody known', { ...arrival, remoteAddress: undefined, forwardedProto: 'https' }, false],
])('what came %s', (_, arrived, expected) => {
  expect(cameEncrypted(arrived, isProxy)).toBe(expected);
});
