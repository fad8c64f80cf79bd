import { expect, test } from 'vitest';
import { signDelivery } from '#shared/webhook/signature.ts';
import { isSignedOrBare } from './signature.ts';

const secret = 'a secret of 32 letters and more.';
const now = Date.parse('2026-11-21T09:41:07Z');
const body = '{"type":"GYM_CHECKIN"}';
const headers = signDelivery({ id: 'd1', at: new Date(now), body, secret });
const delivery = {
  id: headers['webhook-id'],
  timestamp: headers['webhook-timestamp'],
  signatures: headers['webhook-signature'],
};

test('a delivery that was signed needs a good signature', () => {
  expect(isSignedOrBare(delivery, body, secret, now)).toBe(true);
  expect(isSignedOrBare(delivery, `${body} `, secret, now)).toBe(false);
  expect(isSignedOrBare({ ...delivery, signatures: '' }, body, secret, now)).toBe(false);
});

test('a sender that signs nothing is known by its secret alone', () => {
  expect(isSignedOrBare({ id: null, timestamp: null, signatures: null }, body, secret, now)).toBe(true);
});

test('a delivery that is older than its repeats are remembered is refused, one that waited for days is taken', () => {
  const dayMs = 24 * 3_600_000;
  expect(isSignedOrBare(delivery, body, secret, now + 6 * dayMs)).toBe(true);
  expect(isSignedOrBare(delivery, body, secret, now + 8 * dayMs)).toBe(false);
});
