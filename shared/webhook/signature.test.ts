import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSigned, type Signature, signDelivery } from './signature.ts';

const secret = 'a secret of 32 letters and more.';
const now = Date.parse('2026-11-21T09:41:07Z');
const body = '{"type":"GYM_CHECKIN"}';
const dayMs = 24 * 3_600_000;

const headersOf = (at: Date, key = secret) => signDelivery({ id: 'd1', at, body, secret: key });
const readFrom = (headers: ReturnType<typeof signDelivery>): Signature => ({
  id: headers['webhook-id'],
  timestamp: headers['webhook-timestamp'],
  signatures: headers['webhook-signature'],
});
const delivery = readFrom(headersOf(new Date(now)));
const signatures = delivery.signatures ?? '';
const timestamp = String(now / 1_000);

const isGood = (sent: Signature, { told = body, at = now } = {}) =>
  isSigned(sent, { body: told, secret, now: at, longestAgeMs: 7 * dayMs });

/** The example of the Standard Webhooks specification. */
const example = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
};

test('a signature is created and verified as in the specification’s example', () => {
  const headers = signDelivery(example);
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
  const received = { ...example, now: example.at.getTime(), longestAgeMs: 0 };
  expect(isSigned(readFrom(headers), received)).toBe(true);
  expect(isSigned(readFrom(headers), { ...received, secret: example.secret.toLowerCase() })).toBe(false);
});

test('a secret of any other form is the key itself', () => {
  const expected = createHmac('sha256', 'a shared secret').update(`d1.1.${body}`).digest('base64');
  expect(headersOf(new Date(1_500), 'a shared secret')['webhook-signature']).toBe(`v1,${expected}`);
});

test.each(['c2VudCB3aXRoIGV2ZXJ5IGV2ZW50', 'whsec_c2VudCB3aXRoIGV2ZXJ5IGV2ZW50', 'c2VudCB3aXRo-_IGV2ZW50'])(
  'the sender of a signature may take the text of the secret %s as the key, or what it encodes',
  (key) => {
    const decoded = Buffer.from(key.replace('whsec_', ''), 'base64');
    for (const read of [Buffer.from(key), decoded]) {
      const signature = createHmac('sha256', read).update(`d1.${timestamp}.${body}`).digest('base64');
      const sent = { ...delivery, signatures: `v1,${signature}` };
      expect(isSigned(sent, { body, secret: key, now, longestAgeMs: 0 })).toBe(true);
      expect(isSigned(sent, { body, secret: `A${key}`, now, longestAgeMs: 0 })).toBe(false);
    }
  },
);

test('a valid signature is accepted alone or among others', () => {
  expect(isGood(delivery)).toBe(true);
  const other = createHmac('sha256', 'another secret').update(body).digest('base64');
  expect(isGood({ ...delivery, signatures: `v1a,abc v1,${other} ${signatures}` })).toBe(true);
});

test.each<[string, Signature, string]>([
  ['of another body', delivery, '{"type":"MEMBERSHIP_DELETE"}'],
  ['of another delivery', { ...delivery, id: 'd2' }, body],
  ['of another time', { ...delivery, timestamp: String(now / 1_000 + 1) }, body],
  ['without an id', { ...delivery, id: null }, body],
  ['without a time', { ...delivery, timestamp: null }, body],
  ['with an invalid time', { ...delivery, timestamp: '1e9' }, body],
  ['of an unknown version', { ...delivery, signatures: signatures.replace('v1,', 'v2,') }, body],
  ['that is empty', { ...delivery, signatures: '' }, body],
  ['that is truncated', { ...delivery, signatures: signatures.slice(0, -8) }, body],
  ['that is missing', { ...delivery, signatures: null }, body],
])('a signature %s is refused', (_, sent, told) => {
  expect(isGood(sent, { told })).toBe(false);
});

test('a delivery older than the maximum age is refused, and one as far in the future', () => {
  expect(timestamp).toBe(delivery.timestamp);
  expect(isGood(delivery, { at: now + 7 * dayMs })).toBe(true);
  expect(isGood(delivery, { at: now + 7 * dayMs + 1 })).toBe(false);
  expect(isGood(delivery, { at: now - 7 * dayMs - 1 })).toBe(false);
});
