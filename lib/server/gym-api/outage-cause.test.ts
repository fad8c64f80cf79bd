import { expect, test } from 'vitest';
import { describeLoss, isReset, isUnconnected } from './outage-cause.ts';

const failed = (code?: string) => new TypeError('fetch failed', { cause: Object.assign(new Error('why'), { code }) });

test.each([
  ['ENETUNREACH', 'noNetwork'],
  ['EHOSTUNREACH', 'silent'],
  ['EHOSTDOWN', 'silent'],
  ['EAI_AGAIN', 'nameNotFound'],
  ['UND_ERR_CONNECT_TIMEOUT', 'silent'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'encryption'],
  ['EMFILE', 'brokenOff'],
] as const)('%s is %s', (code, cause) => {
  expect(describeLoss(failed(code))).toEqual({ kind: 'unreachable', cause, code });
});

test('of several failed addresses, the first with a known code counts', () => {
  const each = ['ECONNREFUSED', 'ENETUNREACH'].map((code) => Object.assign(new Error('why'), { code }));
  const error = new TypeError('fetch failed', {
    cause: Object.assign(new AggregateError(each), { code: 'ECONNREFUSED' }),
  });
  expect(describeLoss(error)).toMatchObject({ cause: 'refused' });
});

test('malformed codes are dropped, and a failure without a code is still described', () => {
  const lost = { kind: 'unreachable', cause: 'brokenOff', code: null };
  expect(describeLoss(failed('x-api-key: secret'))).toEqual(lost);
  expect(describeLoss(failed())).toEqual(lost);
  expect(describeLoss('nothing')).toEqual(lost);
});

test.each([
  ['ECONNREFUSED', true],
  ['ENOTFOUND', true],
  ['UND_ERR_CONNECT_TIMEOUT', true],
  ['CERT_HAS_EXPIRED', true],
  ['ERR_FORBIDDEN_ADDRESS', true],
  ['ETIMEDOUT', false],
  ['ECONNRESET', false],
  ['ENETDOWN', false],
])('after %s it is certain that nothing was sent: %s', (code, isCertain) => {
  expect(isUnconnected(describeLoss(failed(code)))).toBe(isCertain);
});

test('only an open connection can be reset', () => {
  expect([failed('ECONNRESET'), failed('ECONNREFUSED'), failed()].map(isReset)).toEqual([true, false, false]);
});
