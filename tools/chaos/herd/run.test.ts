import { expect, test } from 'vitest';
import { windowsAt } from './run.ts';

const gym = (gymId: string, members: number) => ({
  gymId,
  staffId: 'ana',
  cookie: 'session',
  members: Array.from({ length: members }, (_, index) => ({ accountId: `${gymId}-${index}`, card: `0x0${index}` })),
});

test('there is the requested number of windows, and at every second one the member has left again', () => {
  const windows = windowsAt([gym('west', 2), gym('east', 2)], 3);
  expect(windows.map(({ comes, leaves }) => [comes.accountId, leaves])).toEqual([
    ['west-0', false],
    ['west-1', true],
    ['east-0', false],
  ]);
});

test.each([
  ['no members', [gym('west', 0)], 'Only 0 of 3'],
  ['too few members', [gym('west', 2)], 'Only 2 of 3'],
])('gyms with %s fail the run', (_, gyms, why) => {
  expect(() => windowsAt(gyms, 3)).toThrow(why);
});
