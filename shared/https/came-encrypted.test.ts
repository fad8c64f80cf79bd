import { expect, test } from 'vitest';
import { cameEncrypted } from './came-encrypted.ts';

const isProxy = (address: string) => address === '10.0.0.5';
const arrival = { remoteAddress: '192.0.2.7', isEncrypted: false, forwardedProto: undefined };
const throughProxy = { ...arrival, remoteAddress: '10.0.0.5' };

test.each([
  ['over TLS', { ...arrival, isEncrypted: true }, true],
  ['over plain HTTP', arrival, false],
  ['through a proxy that terminated TLS', { ...throughProxy, forwardedProto: 'https' }, true],
  [
    'through that proxy, on an IPv6 socket',
    { ...throughProxy, remoteAddress: '::ffff:10.0.0.5', forwardedProto: 'https' },
    true,
  ],
  ['through a proxy without TLS', { ...throughProxy, forwardedProto: 'http' }, false],
  ['through a proxy without the header', throughProxy, false],
  ['with a header forged towards the proxy', { ...throughProxy, forwardedProto: 'https, http' }, false],
  ['with a forged header in a line of its own', { ...throughProxy, forwardedProto: ['https', 'http'] }, false],
  ['through two proxies with TLS', { ...throughProxy, forwardedProto: 'https,https' }, true],
  ['without TLS to the first of two proxies', { ...throughProxy, forwardedProto: 'http,https' }, false],
  ['through a proxy with an empty header', { ...throughProxy, forwardedProto: '' }, false],
  ['with the header from a client that is not a proxy', { ...arrival, forwardedProto: 'https' }, false],
  ['from an unknown address', { ...arrival, remoteAddress: undefined, forwardedProto: 'https' }, false],
])('whether a request %s counts as encrypted', (_, arrived, expected) => {
  expect(cameEncrypted(arrived, isProxy)).toBe(expected);
});
