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
  test('as soon as it cannot be connected to', () => {
    expect(following(fine, because('unreachable'))).toMatchObject({ connection: 'unreachable', since: now });
  });

  test.each([because('slow'), because('unreadable'), failed])('after three answers in a row like %j', (failure) => {
    expect(following(fine, failure, failure).connection).toBe('reachable');
    expect(following(fine, failure, failure, failure)).toMatchObject({ connection: 'unreachable', since: now });
    expect(following(fine, failure, failure, null, failure).connection).toBe('reachable');
  });

  test('for the cause that showed last, and for none once it is back', () => {
    const lost = hearing(fine, because('unreachable'), 'visits', 'certificateExpired');
    expect(lost).toMatchObject({ connection: 'unreachable', cause: 'certificateExpired', since: now });
    const still = hearing({ ...lost, since: then }, because('unreachable'), 'visits', 'refused');
    expect(still).toMatchObject({ connection: 'unreachable', cause: 'refused', since: then });
    expect(hearing(still, because('busy'))).toBe(still);
    expect(hearing(still, null).cause).toBeNull();
    expect(hearing(still, because('keyRejected')).cause).toBeNull();
  });

  test('and for none while it only may be', () => {
    expect(hearing(fine, because('slow'), 'visits', 'silent')).toMatchObject({ connection: 'reachable', cause: null });
  });

  test('since the first failure that showed it, however many follow', () => {
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

  test('after a refusal, which is an answer too', () => {
    expect(following(down, { kind: 'missing', entity: 'RFID' }).connection).toBe('reachable');
    expect(
      following(down, { kind: 'rejected', status: 400, errorCode: 'x', metadata: {}, fieldErrors: {} }).connection,
    ).toBe('reachable');
  });
});

test('our own limit says nothing of the platform', () => {
  expect(following(fine, because('busy'))).toBe(fine);
  const down = { ...fine, connection: 'unreachable' as const };
  expect(following(down, because('busy'))).toBe(down);
});

test('a key that is rejected is told until an answer takes it', () => {
  const rejected = following(fine, because('keyRejected'));
  expect(rejected).toMatchObject({ connection: 'keyRejected', since: now });
  expect(following(rejected, null).connection).toBe('reachable');
});

test('a permission that is missing is told until it is given, whatever else succeeds', () => {
  const missing = following(fine, because('permissionMissing'));
  expect(missing).toMatchObject({ connection: 'permissionMissing', permission: 'visits' });
  expect(hearing(missing, null, 'accounts')).toBe(missing);
  expect(hearing(missing, null, 'visits').connection).toBe('reachable');
});

test('nothing is changed by a success while all is well', () => {
  expect(following(fine, null)).toBe(fine);
});

test('a permission that the counter does not need is no matter of the counter, and shows that the key is taken', () => {
  const missing = because('permissionMissing');
  expect(hearing(fine, missing, 'tasks')).toBe(fine);
  const rejected = following(fine, because('keyRejected'));
  expect(hearing(rejected, missing, 'tasks').connection).toBe('reachable');
  expect(hearing(fine, missing, 'visits').connection).toBe('permissionMissing');
});
