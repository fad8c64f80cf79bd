import { expect, test } from 'vitest';
import { idleSince, isActivityDue, isIdle, isRecentlyAuthenticated, reauthenticationMin } from './session-rules.ts';

const now = Date.UTC(2026, 10, 26);
const ago = (minutes: number, ms = 0) => new Date(now - minutes * 60_000 - ms);

test('a session is idle after its limit, and never without one', () => {
  expect([isIdle(ago(60), now, 60), isIdle(ago(60, 1), now, 60), isIdle(ago(600), now, null)]).toEqual([
    false,
    true,
    false,
  ]);
  expect(idleSince(now, 60)).toEqual(ago(60));
});

test('activity is recorded once a minute', () => {
  expect([isActivityDue(ago(0.5), now), isActivityDue(ago(1), now)]).toEqual([false, true]);
});

test('who has proved who they are is not asked for some minutes, even with a clock that was set back', () => {
  const recent = [ago(0), ago(reauthenticationMin), ago(-1)];
  const old = [null, ago(reauthenticationMin, 1), ago(-reauthenticationMin, -1)];
  expect(recent.map((at) => isRecentlyAuthenticated(at, now))).toEqual([true, true, true]);
  expect(old.map((at) => isRecentlyAuthenticated(at, now))).toEqual([false, false, false]);
});
