import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import * as refusals from '#lib/server/auth/audit-refusal.ts';
import * as ownLocations from '#lib/server/auth/own-locations.ts';
import * as staffChecks from '#lib/server/auth/require-staff.ts';
import { type DeskContext, leaveStartedDesk } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { action } from './action.ts';

/** The executed steps, in order. */
let steps: string[] = [];
let person: 'nobody' | 'trainer' | 'reception';

const locationId = '8f0e7a35-6c7e-4c0f-9d6c-0f9a5b1f6a01';

function checkAsTold(): void {
  vi.spyOn(staffChecks, 'requireStaff').mockImplementation(async (permission) => {
    steps.push('staff');
    if (person === 'nobody') throw new ActionFailure('signedOut', 'Nobody is signed in.');
    steps.push(permission);
    if (person === 'trainer') throw new ActionFailure('notAllowed', 'This person may not do this.');
    return {
      staff: { id: 'ana', role: 'reception' },
      desk: { clock: () => 0 },
      session: { activeAt: new Date(0) },
    } as never; // safe because: an action uses nothing else of it
  });
  vi.spyOn(ownLocations, 'requireOwnLocation').mockImplementation(async (_db, { staffId, locationId: id }) => {
    steps.push('location');
    if (staffId !== 'ana' || id !== locationId) throw new ActionFailure('notAllowed', 'This is another’s location.');
    return { location: { id, idleLimitMin: null }, mayReadReports: false } as never; // safe because: an action uses nothing else of it
  });
  vi.spyOn(refusals, 'auditRefusal').mockResolvedValue();
}
afterEach(() => void vi.restoreAllMocks());

const input = z.object({ count: z.number() }).refine(() => steps.push('input') > 0);
const work = async ({ staff }: { staff: { id: string } }, { count }: { count: number }) => {
  steps.push('work');
  if (count === 0) throw new Error('duplicate key (email)=(lena@example.com)');
  return `${staff.id} ${count}`;
};
const count = action('recordVisits', input, work);
// safe because: a client may send anything to an action
const run = (raw: object) => count({ locationId, ...raw } as Parameters<typeof count>[0]);

beforeEach(() => {
  checkAsTold();
  steps = [];
  person = 'reception';
  const log = { info: () => {}, warn: () => {}, error: () => steps.push('log') };
  // safe because: nothing else of the desk is used
  leaveStartedDesk({ desk: { log } as unknown as DeskContext, stop: async () => {}, setUpLink: null });
});

test('an action checks session, permission, input and location, in that order, before it works', async () => {
  expect(await run({ count: 1 })).toEqual({ ok: true, value: 'ana 1' });
  expect(steps).toEqual(['staff', 'recordVisits', 'input', 'location', 'work']);
});

test.each([
  ['nobody', 'signedOut', ['staff']],
  ['trainer', 'notAllowed', ['staff', 'recordVisits']],
] as const)('the input of %s is not even read', async (who, code, asked) => {
  person = who;
  expect(await run({ count: 'no number' })).toMatchObject({ ok: false, error: { code } });
  expect(steps).toEqual(asked);
});

test('nothing is done at a location of others', async () => {
  const there = { locationId: 'b0c2a8cf-2a8a-4a57-9d42-2c3f6d5d1a02' };
  expect(await run({ count: 1, ...there })).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  expect(steps).not.toContain('work');
});

test.each([{ locationId: undefined }, { locationId: 'here' }])(
  'nothing is done without a valid location: %o',
  async (there) => {
    expect(await run({ count: 1, ...there })).toMatchObject({ ok: false, error: { code: 'invalidInput' } });
    expect(steps).toEqual(['staff', 'recordVisits', 'input']);
  },
);

test('nothing is done with invalid input', async () => {
  expect(await run({ count: 'no number' })).toMatchObject({ ok: false, error: { code: 'invalidInput' } });
  expect(steps).not.toContain('work');
});

test('an unexpected error is answered as a value, without its message', async () => {
  const result = await run({ count: 0 });
  expect(result).toMatchObject({ ok: false, error: { code: 'unexpected', retryable: true } });
  expect(JSON.stringify(result)).not.toContain('lena');
  expect(steps).toEqual(['staff', 'recordVisits', 'input', 'location', 'work', 'log']);
});
