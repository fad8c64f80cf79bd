import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedOrBare } from './signature.ts';

const secret = 'a secret of 32 letters and more.';
const now = Date.parse('2026-11-21T09:41:07Z');
const body = '{"type":"GYM_CHECKIN"}';
const timestamp = String(now / 1_000);

const sign = (key: string | Buffer, signed: string) => createHmac('sha256', key).update(signed).digest('base64');
const signatures = `v1,${sign(secret, `d1.${timestamp}.${body}`)}`;
const delivery = { id: 'd1', timestamp, signatures };

test('a signature after Standard Webhooks is taken, alone or among others', () => {
  expect(isSignedOrBare(delivery, body, secret, now)).toBe(true);
  const several = `v1a,abc v1,${sign('another secret', body)} ${signatures}`;
  expect(isSignedOrBare({ ...delivery, signatures: several }, body, secret, now)).toBe(true);
});

test('the vector of the standard is taken', () => {
  const vector = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    signatures: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const at = 1_614_265_330_000;
  expect(isSignedOrBare(vector, '{"test": 2432232314}', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', at)).toBe(true);
});

test('a sender that signs nothing is known by its secret alone', () => {
  expect(isSignedOrBare({ id: null, timestamp: null, signatures: null }, body, secret, now)).toBe(true);
});

test.each([
  ['of another body', { ...delivery }, '{"type":"MEMBERSHIP_DELETE"}'],
  ['of another delivery', { ...delivery, id: 'd2' }, body],
  ['of another time', { ...delivery, timestamp: String(now / 1_000 + 1) }, body],
  ['without an id', { ...delivery, id: null }, body],
  ['without a time', { ...delivery, timestamp: null }, body],
  ['of no time', { ...delivery, timestamp: '1e9' }, body],
  ['of a version that is not known', { ...delivery, signatures: signatures.replace('v1,', 'v2,') }, body],
  ['that is empty', { ...delivery, signatures: '' }, body],
  ['that is cut', { ...delivery, signatures: signatures.slice(0, -8) }, body],
])('a signature %s is refused', (_, sent, told) => {
  expect(isSignedOrBare(sent, told, secret, now)).toBe(false);
});

test('a delivery that is older than its repeats are remembered is refused, one that waited for days is taken', () => {
  const day = 24 * 3_600_000;
  expect(isSignedOrBare(delivery, body, secret, now + 6 * day)).toBe(true);
  expect(isSignedOrBare(delivery, body, secret, now + 8 * day)).toBe(false);
});
