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
  expect(isSignedOrBare({ ...delivery, signatures: '' }, { body, secret, now })).toBe(false);
});

test('an unsigned delivery is authenticated by the secret alone', () => {
  expect(isSignedOrBare({ id: null, timestamp: null, signatures: null }, { body, secret, now })).toBe(true);
});

test('a delivery older than the retention for replay detection is refused, one delayed by days is accepted', () => {
  const dayMs = 24 * 3_600_000;
  expect(isSignedOrBare(delivery, { body, secret, now: now + 6 * dayMs })).toBe(true);
  expect(isSignedOrBare(delivery, { body, secret, now: now + 8 * dayMs })).toBe(false);
});
