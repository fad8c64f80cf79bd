import { beforeEach, expect, test, vi } from 'vitest';
import { failSlowly, soonestFailureMs } from './fail-slowly.ts';

const stranger = { deviceId: null, clientAddress: '192.0.2.1' };
const known = { ...stranger, deviceId: 'a-device', person: 'somebody' };

/** The timers of a fake `setTimeout`, and the time of a sign-in's response by them. */
const waits = vi.hoisted((): { ms: number; pass: () => void }[] => []);
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((resolve) => waits.push({ ms, pass: resolve })),
}));
beforeEach(() => void waits.splice(0));

async function isAnswered(browser: typeof stranger | typeof known, kind: string): Promise<boolean> {
  let answered = false;
  void failSlowly(browser, async () => ({ kind })).then(() => {
    answered = true;
  });
  await new Promise(setImmediate);
  return answered;
}

test.each(['wrong', 'busy', 'tooManyAttempts', 'locked'])(
  'an unknown browser gets “%s” after two seconds',
  async (kind) => {
    expect(await isAnswered(stranger, kind)).toBe(false);
    expect(waits.map(({ ms }) => ms >= soonestFailureMs)).toEqual([true]);
  },
);

test('the delay runs in parallel with the password check', async () => {
  const looking = Promise.withResolvers<{ kind: string }>();
  const answer = failSlowly(stranger, () => looking.promise);
  waits[0]?.pass();
  looking.resolve({ kind: 'wrong' });
  expect(await answer).toEqual({ kind: 'wrong' });
});

test('a success is reported at once, and to a known browser everything is', async () => {
  expect(await isAnswered(stranger, 'signedIn')).toBe(true);
  for (const kind of ['signedIn', 'wrong', 'busy']) expect(await isAnswered(known, kind)).toBe(true);
});
