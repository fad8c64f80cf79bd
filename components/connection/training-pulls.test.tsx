import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { type TrainingPullState, type TrainingPulls, trainingFailures, trainingSets } from '#lib/wire/training.ts';
import { TrainingPullsList } from './training-pulls.tsx';

const read: Omit<TrainingPullState, 'dataSet'> = {
  since: '2026-10-25',
  until: '2026-11-20',
  lastReadAt: '2026-11-21T09:40:00.000Z',
  read: 412,
  unknown: 3,
  nextReadAt: '2026-11-22T09:52:00.000Z',
  isDoubted: false,
  failure: null,
};
const show = (state: Partial<TrainingPullState> = {}, { hasReadMembers = true, locale = 'en' as 'en' | 'de' } = {}) => {
  const pulls: TrainingPulls = {
    isConnected: true,
    hasReadMembers,
    dataSets: trainingSets.map((dataSet) => ({ ...read, ...state, dataSet })),
  };
  return textOf(render(<TrainingPullsList pulls={pulls} timeZone="Europe/Berlin" />, locale));
};

test('each data set says of which days it is complete, what was read, and when it is read next', () => {
  const text = show();
  for (const name of ['Workouts', 'Assessments', 'Flexibility', 'Body measurements', 'Weekly metrics'])
    expect(text).toContain(`${name} Complete from 25 Oct 2026 to 20 Nov 2026.`);
  expect(text).toContain('412 items, 3 of people who are no members here.');
  expect(text).toContain('Next: ');
  expect(show({}, { locale: 'de' })).toContain('Vollständig vom 25. Okt. 2026 bis 20. Nov. 2026.');
});

test('before the first reading it says so, and what comes first', () => {
  const text = show(
    { since: null, until: null, lastReadAt: null, nextReadAt: null, read: 0, unknown: 0 },
    { hasReadMembers: false },
  );
  expect(text).toContain('Nothing is read before all members have been read once.');
  expect(text).toContain('Workouts Not read completely yet. Due now, or being read.');
});

test('a reading that returned much less than before says that the next one decides', () => {
  expect(show({ isDoubted: true })).toContain('returned much less than before');
  expect(show()).not.toContain('much less');
});

test.each(trainingFailures)('a failure says since when, why, and what to do: %s', (kind) => {
  for (const locale of ['en', 'de'] as const) {
    const text = show({ failure: { kind, since: '2026-11-19T09:52:00.000Z', cause: null } }, { locale });
    expect(text).toContain('10:52');
  }
  expect(show({ failure: { kind, since: '2026-11-19T09:52:00.000Z', cause: 'nameNotFound' } }).length).toBeGreaterThan(
    show({ failure: { kind, since: '2026-11-19T09:52:00.000Z', cause: null } }).length,
  );
});
