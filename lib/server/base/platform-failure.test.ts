import { expect, test } from 'vitest';
import type { ApiProblem, StatusProblem } from '#lib/server/gym-api/answer.ts';
import { failureOf, troubleOf } from './platform-failure.ts';

const said = (status: number, errorCode: string | null, isOfKey = false): StatusProblem => ({
  kind: 'status',
  status,
  errorCode,
  isOfKey,
  isPage: false,
  entity: null,
  requestId: null,
  metadata: {},
  fieldErrors: {},
});

test.each<[ApiProblem, string]>([
  [{ kind: 'timeout' }, 'platformUnavailable'],
  [{ kind: 'busy' }, 'platformUnavailable'],
  [said(503, null), 'platformUnavailable'],
  [said(403, null), 'platformUnavailable'],
  [said(401, null), 'keyRejected'],
  [said(403, 'forbiddenAction', true), 'keyRejected'],
  [said(403, 'missingPermission'), 'permissionMissing'],
  [said(403, 'forbiddenAction'), 'platformForbids'],
])('%j is reported as %s', (problem, code) => {
  expect(failureOf(problem)).toMatchObject({ code });
});

test('a refusal of neither the key nor its permissions is not reported as a problem of the key', () => {
  const refused = { status: 403, errorCode: 'forbiddenAction', metadata: {}, fieldErrors: {} };
  expect(troubleOf({ kind: 'rejected', ...refused })).toBe('platformUnavailable');
});
