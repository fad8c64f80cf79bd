import { expect, test } from 'vitest';
import { signDelivery } from '#shared/webhook/signature.ts';
import { isSignedOrBare } from './is-signed-or-bare.ts';

const secret = 'a secret of 32 letters and more.';
const now = Date.parse('2026-11-21T09:41:07Z');
const body = '{"type":"GYM_CHECKIN"}';
const headers = signDelivery({ id: 'd1', at: new Date(now), body, secret });
const delivery = {
  id: headers['webhook-id'],
  timestamp: headers['webhook-timestamp'],
  signatures: headers['webhook-signature'],
};

test('the signature of a signed delivery must be valid', () => {
  expect(isSignedOrBare(delivery, { body, secret, now })).toBe(true);
  expect(isSignedOrBare(delivery, { body: `${body} `, secret, now })).toBe(false);
  expect(isSignedOrBare({ ...delivery, signatures: 'v1,' }, { body, secret, now })).toBe(false);
});

test.each([null, '', 'sha256=3f5a', 't=1795254067,v1=3f5a', 'v1a,AAAA'])(
  'a delivery without a signature of the standard (%s) is authenticated by the secret alone',
  (signatures) => {
    expect(isSignedOrBare({ id: '12', timestamp: null, signatures }, { body, secret, now })).toBe(true);
  },
);

test('a delivery older than the retention for replay detection is refused, one delayed by days is accepted', () => {
  const dayMs = 24 * 3_600_000;
  expect(isSignedOrBare(delivery, { body, secret, now: now + 6 * dayMs })).toBe(true);
  expect(isSignedOrBare(delivery, { body, secret, now: now + 8 * dayMs })).toBe(false);
});
