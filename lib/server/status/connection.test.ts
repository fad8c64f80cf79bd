import { describe, expect, test } from 'vitest';
import type { ApiFailure, Unavailable } from '#lib/server/gym-api/errors.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { afterAnswer, type Connection } from './connection.ts';

const then = new Date('2026-11-21T08:00:00Z');
const now = new Date('2026-11-21T09:00:00Z');
const fine: Connection = { connection: 'reachable', since: then, cause: null, permission: null, failures: 0 };
const because = (reason: Exclude<Unavailable['because'], 'failed'>): Unavailable => ({
  kind: 'unavailable',
  because: reason,
});
const failed: Unavailable = { kind: 'unavailable', because: 'failed', status: 500 };

const hearing = (
  current: Connection,
  failure: ApiFailure | null,
  permission = 'visits',
  cause: OutageCause | null = null,
) => afterAnswer(current, { failure, cause, permission }, now);
const following = (start: Connection, ...answers: (ApiFailure | null)[]) =>
  answers.reduce((current, failure) => hearing(current, failure), start);

describe('the platform counts as unreachable', () => {
  test('at the first failure to connect', () => {
    expect(following(fine, because('unreachable'))).toMatchObject({ connection: 'unreachable', since: now });
  });

  test.each([because('slow'), because('unreadable'), failed])('after three answers in a row like %j', (failure) => {
    expect(following(fine, failure, failure).connection).toBe('reachable');
    expect(following(fine, failure, failure, failure)).toMatchObject({ connection: 'unreachable', since: now });
    expect(following(fine, failure, failure, null, failure).connection).toBe('reachable');
  });

  test('with the cause of the latest failure, and without one once it is back', () => {
    const lost = hearing(fine, because('unreachable'), 'visits', 'certificateExpired');
    expect(lost).toMatchObject({ connection: 'unreachable', cause: 'certificateExpired', since: now });
    const still = hearing({ ...lost, since: then }, because('unreachable'), 'visits', 'refused');
    expect(still).toMatchObject({ connection: 'unreachable', cause: 'refused', since: then });
    expect(hearing(still, because('busy'))).toBe(still);
    expect(hearing(still, null).cause).toBeNull();
    expect(hearing(still, because('keyRejected')).cause).toBeNull();
  });

  test('while failures are too few for an outage, no cause is stored', () => {
    expect(hearing(fine, because('slow'), 'visits', 'silent')).toMatchObject({ connection: 'reachable', cause: null });
  });

  test('since the first failure of the outage, however many follow', () => {
    const down = { ...fine, connection: 'unreachable' as const };
    expect(following(down, because('unreachable'), failed, failed)).toMatchObject({
      connection: 'unreachable',
      since: then,
    });
  });
});

describe('it is reachable again', () => {
  const down = { ...fine, connection: 'unreachable' as const, failures: 7 };

  test('after one success', () => {
    expect(following(down, null)).toEqual({
      connection: 'reachable',
      since: now,
      cause: null,
      permission: null,
      failures: 0,
    });
  });

  test('after a refusal, which is an answer, too', () => {
    expect(following(down, { kind: 'missing', entity: 'RFID' }).connection).toBe('reachable');
    expect(
      following(down, { kind: 'rejected', status: 400, errorCode: 'x', metadata: {}, fieldErrors: {} }).connection,
    ).toBe('reachable');
  });
});

test('the rate limit of the desk itself does not change the connection', () => {
  expect(following(fine, because('busy'))).toBe(fine);
  const down = { ...fine, connection: 'unreachable' as const };
  expect(following(down, because('busy'))).toBe(down);
});

test('a rejected key is reported until an answer accepts it', () => {
  const rejected = following(fine, because('keyRejected'));
  expect(rejected).toMatchObject({ connection: 'keyRejected', since: now });
  expect(following(rejected, null).connection).toBe('reachable');
});

test('a missing permission is reported until a request that needs it succeeds', () => {
  const missing = following(fine, because('permissionMissing'));
  expect(missing).toMatchObject({ connection: 'permissionMissing', permission: 'visits' });
  expect(hearing(missing, null, 'accounts')).toBe(missing);
  expect(hearing(missing, null, 'visits').connection).toBe('reachable');
});

test('a success while the platform is reachable returns the same object', () => {
  expect(following(fine, null)).toBe(fine);
});

test('a missing permission that check-ins do not need is not reported, and counts as a success', () => {
  const missing = because('permissionMissing');
  expect(hearing(fine, missing, 'tasks')).toBe(fine);
  const rejected = following(fine, because('keyRejected'));
  expect(hearing(rejected, missing, 'tasks').connection).toBe('reachable');
  expect(hearing(fine, missing, 'visits').connection).toBe('permissionMissing');
});
