/** Keys that come from the data: the values of a field of the workouts, as the export of workouts contains them. */
interface WordsOf {
  wordsOf: 'machineType' | 'trainingMethod' | 'operationMode';
}

/** One kind of weekly metric. */
export interface Metric {
  metricType: string;
  /** All keys, or the field whose values are the keys. */
  metricKeys: readonly string[] | WordsOf;
  metricSubType: 'COUNT' | 'MEDIAN_PERCENT';
  /** Whether a week without data has an item with the value 0; otherwise it has no item. */
  isReportedAtZero: boolean;
  description: string;
}

/** The key for workouts without a value in the field. */
export const unknownWord = 'UNKNOWN';

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

/** All metrics of the analytics export. */
export const metrics = [
  {
    metricType: 'VISITS',
    metricKeys: ['TOTAL'],
    metricSubType: 'COUNT',
    isReportedAtZero: true,
    description: 'Check-ins.',
  },
  {
    metricType: 'VISITS_BY_HOUR',
    metricKeys: hours,
    metricSubType: 'COUNT',
    isReportedAtZero: false,
    description: 'Check-ins by the hour on the clock of the gym.',
  },
  {
    metricType: 'VISITS_BY_WEEKDAY',
    metricKeys: weekdays,
    metricSubType: 'COUNT',
    isReportedAtZero: false,
    description: 'Check-ins by the day of the week in the gym.',
  },
  {
    metricType: 'VISITORS',
    metricKeys: ['UNIQUE', 'FIRST_TIME'],
    metricSubType: 'COUNT',
    isReportedAtZero: true,
    description: 'Different people who checked in, and those of them who did so for the first time in this gym.',
  },
  {
    metricType: 'MEMBERS',
    metricKeys: ['ACTIVE', 'LAPSED'],
    metricSubType: 'COUNT',
    isReportedAtZero: true,
    description:
      'People who checked in within the four weeks that end with this one, and people who did not but had in the eight weeks before those.',
  },
  {
    metricType: 'ADMISSIONS',
    metricKeys: ['CORPORATE'],
    metricSubType: 'COUNT',
    isReportedAtZero: true,
    description: 'Admissions that were granted to members of corporate fitness.',
  },
  {
    metricType: 'WORKOUTS',
    metricKeys: ['TOTAL'],
    metricSubType: 'COUNT',
    isReportedAtZero: true,
    description: 'Workouts on machines.',
  },
  {
    metricType: 'WORKOUTS_BY_MACHINE',
    metricKeys: { wordsOf: 'machineType' },
    metricSubType: 'COUNT',
    isReportedAtZero: false,
    description: 'Workouts by the kind of machine.',
  },
  {
    metricType: 'WORKOUTS_BY_TRAINING_METHOD',
    metricKeys: { wordsOf: 'trainingMethod' },
    metricSubType: 'COUNT',
    isReportedAtZero: false,
    description: 'Workouts by training method.',
  },
  {
    metricType: 'WORKOUTS_BY_OPERATION_MODE',
    metricKeys: { wordsOf: 'operationMode' },
    metricSubType: 'COUNT',
    isReportedAtZero: false,
    description: 'Workouts by the mode the machine worked in.',
  },
  {
    metricType: 'ASSESSMENTS',
    metricKeys: ['COMPLETED'],
    metricSubType: 'COUNT',
    isReportedAtZero: true,
    description: 'Assessments of strength that were measured to their end.',
  },
  {
    metricType: 'STRENGTH_CHANGE',
    metricKeys: ['TOTAL'],
    metricSubType: 'MEDIAN_PERCENT',
    isReportedAtZero: false,
    description:
      'Median of how much stronger people became, in percent with one decimal: of each person and exercise the last assessment of the week against the last one of an earlier week, 26 weeks back at most. Absent where nobody has both.',
  },
] as const satisfies readonly Metric[];

export type MetricType = (typeof metrics)[number]['metricType'];
