import { describe, expect, test } from 'vitest';
import type { Trouble, Unavailable } from '#lib/gym-api/errors.ts';
import { afterAnswer, type Connection } from './connection.ts';

const then = new Date('2026-11-21T08:00:00Z');
const now = new Date('2026-11-21T09:00:00Z');
const fine: Connection = { connection: 'reachable', since: then, permission: null, failures: 0 };
const because = (reason: Exclude<Unavailable['because'], 'failed'>): Unavailable => ({
  kind: 'unavailable',
  because: reason,
});
const failed: Unavailable = { kind: 'unavailable', because: 'failed', status: 500 };

const after = (start: Connection, ...answers: (Trouble | null)[]) =>
  answers.reduce((current, trouble) => afterAnswer(current, trouble, 'visits', now), start);

describe('the platform counts as unreachable', () => {
  test('as soon as it cannot be connected to', () => {
    expect(after(fine, because('unreachable'))).toMatchObject({ connection: 'unreachable', since: now });
  });

  test.each([because('slow'), because('unreadable'), failed])('after three answers in a row like %j', (trouble) => {
    expect(after(fine, trouble, trouble).connection).toBe('reachable');
    expect(after(fine, trouble, trouble, trouble)).toMatchObject({ connection: 'unreachable', since: now });
    expect(after(fine, trouble, trouble, null, trouble).connection).toBe('reachable');
  });

  test('since the first failure that showed it, however many follow', () => {
    const down = { ...fine, connection: 'unreachable' as const };
    expect(after(down, because('unreachable'), failed, failed)).toMatchObject({
      connection: 'unreachable',
      since: then,
    });
  });
});

describe('it is reachable again', () => {
  const down = { ...fine, connection: 'unreachable' as const, failures: 7 };

  test('after one success', () => {
    expect(after(down, null)).toEqual({ connection: 'reachable', since: now, permission: null, failures: 0 });
  });

  test('after a refusal, which is an answer too', () => {
    expect(after(down, { kind: 'missing', entity: 'RFID' }).connection).toBe('reachable');
    expect(after(down, { kind: 'rejected', status: 400, errorCode: 'x' }).connection).toBe('reachable');
  });
});

test('our own limit says nothing of the platform', () => {
  expect(after(fine, because('busy'))).toBe(fine);
  const down = { ...fine, connection: 'unreachable' as const };
  expect(after(down, because('busy'))).toBe(down);
});

test('a key that is rejected is told until an answer takes it', () => {
  const rejected = after(fine, because('keyRejected'));
  expect(rejected).toMatchObject({ connection: 'keyRejected', since: now });
  expect(after(rejected, null).connection).toBe('reachable');
});

test('a permission that is missing is told until it is given, whatever else succeeds', () => {
  const missing = after(fine, because('permissionMissing'));
  expect(missing).toMatchObject({ connection: 'permissionMissing', permission: 'visits' });
  expect(afterAnswer(missing, null, 'accounts', now)).toBe(missing);
  expect(afterAnswer(missing, null, 'visits', now).connection).toBe('reachable');
});

test('nothing is changed by a success while all is well', () => {
  expect(after(fine, null)).toBe(fine);
});
