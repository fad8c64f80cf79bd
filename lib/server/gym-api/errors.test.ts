import { expect, test } from 'vitest';
import { errorCodes, errorStatus } from '#contracts/v2/errors.ts';
import type { ApiProblem, StatusProblem } from './answer.ts';
import { admissionRefusals, classifyFailure, mayHaveArrived } from './errors.ts';

const details = {
  metadata: { accountId: 'another' },
  fieldErrors: { email: 'Must be an e-mail address.' },
};

const said = (status: number, errorCode: string | null, entity: string | null = null): StatusProblem => ({
  kind: 'status',
  status,
  errorCode,
  isPage: false,
  isOfKey: false,
  entity,
  requestId: null,
  ...details,
});

test.each<[ApiProblem, object]>([
  [
    { kind: 'unreachable', cause: 'refused', code: 'ECONNREFUSED' },
    { kind: 'unavailable', because: 'unreachable' },
  ],
  [{ kind: 'timeout' }, { kind: 'unavailable', because: 'slow' }],
  [{ kind: 'busy' }, { kind: 'unavailable', because: 'busy' }],
  [
    { kind: 'unreadable', isPage: false },
    { kind: 'unavailable', because: 'unreadable' },
  ],
  [said(500, 'internalServerError'), { kind: 'unavailable', because: 'failed', status: 500 }],
  [said(503, null), { kind: 'unavailable', because: 'failed', status: 503 }],
  [said(429, 'tooManyRequests'), { kind: 'unavailable', because: 'busy' }],
  [said(401, null), { kind: 'unavailable', because: 'keyRejected' }],
  [
    { ...said(401, null), isPage: true },
    { kind: 'unavailable', because: 'unreadable' },
  ],
  [
    { ...said(403, 'forbiddenAction'), isOfKey: true },
    { kind: 'unavailable', because: 'keyRejected' },
  ],
  [said(403, 'forbiddenAction'), { kind: 'rejected', status: 403, errorCode: 'forbiddenAction', ...details }],
  [said(403, 'missingPermission'), { kind: 'unavailable', because: 'permissionMissing' }],
  [said(404, 'notFound', 'RFID'), { kind: 'missing', entity: 'RFID' }],
  [said(400, 'invalidArguments'), { kind: 'rejected', status: 400, errorCode: 'invalidArguments', ...details }],
  [said(403, 'addedLater'), { kind: 'rejected', status: 403, errorCode: 'addedLater', ...details }],
])('%j means %j', (problem, failure) => {
  expect(classifyFailure(problem)).toEqual(failure);
});

test.each([400, 403, 404, 409])('a bare %i, perhaps of a proxy, decides nothing', (status) => {
  expect(classifyFailure(said(status, null))).toEqual({ kind: 'unavailable', because: 'unreadable' });
});

test('only the four corporate error codes refuse admission', () => {
  const refusing = errorCodes.filter(
    (code) => classifyFailure(said(errorStatus[code], code)).kind === 'admissionRefused',
  );
  expect(refusing.toSorted()).toEqual([...admissionRefusals].toSorted());
});

test.each<[string, boolean, ApiProblem]>([
  ['no connection, or a broken one', true, { kind: 'unreachable', cause: 'refused', code: 'ECONNREFUSED' }],
  ['no answer in time', true, { kind: 'timeout' }],
  ['an answer that does not conform to the interface', true, { kind: 'unreadable', isPage: false }],
  ['an internal error of the platform', true, said(500, 'internalServerError')],
  ['a bare refusal, perhaps of a proxy', true, said(403, null)],
  ['a request that was not sent', false, { kind: 'busy' }],
  ['too many requests', false, said(429, 'tooManyRequests')],
  ['a refused key', false, said(401, null)],
  ['a missing permission of the key', false, said(403, 'missingPermission')],
  ['a refusal with an error code of the interface', false, said(409, 'membershipExists')],
  ['an unknown entity', false, said(404, 'notFound', 'ACCOUNT')],
])('%s: the request may have been carried out: %s', (_, mayHave, problem) => {
  expect(mayHaveArrived(problem)).toBe(mayHave);
});
