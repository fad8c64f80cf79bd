import type { AssessmentsDue, UseOfMachines } from '#lib/wire/training-report.ts';

const timeZone = 'Europe/Berlin';

export const use: UseOfMachines = {
  days: { from: '2026-11-02', until: '2026-11-26' },
  timeZone,
  workouts: 100,
  members: 31,
  uses: [
    { machine: 'LEG_PRESS', method: 'REGULAR', workouts: 40 },
    { machine: 'LEG_PRESS', method: 'NEGATIVE', workouts: 20 },
    { machine: 'SQUAT_OMEGA', method: 'REGULAR', workouts: 30 },
    { machine: null, method: null, workouts: 10 },
  ],
  hours: {
    days: [4, 4, 4, 4, 3, 3, 3],
    workouts: [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
      Array.from({ length: 24 }, (_, hour) => (hour < 18 || hour > 20 ? 0 : weekday === 0 && hour === 18 ? 40 : 2)),
    ),
  },
};

export const due: AssessmentsDue = {
  timeZone,
  since: '2026-07-01',
  countsUnknown: true,
  total: 60,
  members: [
    {
      accountId: 'lena',
      displayName: 'Lena Vogt',
      membershipId: 'M-10442',
      testedAt: null,
      workouts: 9,
      trainedAt: '2026-11-24T17:00:00.000Z',
    },
    {
      accountId: 'jan',
      displayName: 'Jan Maximilian Niedermayer-Brandt',
      membershipId: null,
      workouts: 21,
      testedAt: '2026-08-11T17:00:00.000Z',
      trainedAt: '2026-11-25T17:00:00.000Z',
    },
  ],
};
