import { forkDesk } from './fork-desk.ts';
import { latencyRow, quantile, type Row, type Section } from './row.ts';
import type { Scans } from './scan-beside.ts';

const budgetMs = 300;
const heatMapBudgetMs = 100;

/** Milliseconds of each reading. */
export interface MeasuredReports {
  /** Three years of which nothing is counted. */
  uncountedReading: number;
  /** The desk's own work that counts them. */
  counting: number;
  firstReading: number;
  /** The next one after a member who had come about every sixth day was forgotten. */
  readingAfterLeaver: number;
  countingAfterLeaver: number;
  firstReadingAfterLeaver: number;
  /** Half a year of which nothing is counted. */
  uncountedTraining: number;
  countingTraining: number;
  training: { month: number[]; halfYear: number[]; year: number[] };
  assessments: number[];
  heatMap: { month: number[]; year: number[]; all: number[] };
  curve: number[];
  peaks: number[];
  members: number[];
  firstVisits: number[];
  rhythms: number[];
  whoStaysAway: number[];
  contracts: number[];
  visitsOfDay: number[];
  visitsOfMonth: number[];
  visitsByName: number[];
  visitsByPhone: number[];
  visitsWaiting: number[];
  visitsKept: number[];
  profile: number[];
  scans: Scans;
}

/** Reports about visits of three years, and whether a scan waits while they are read. */
export async function measureReports(): Promise<Section> {
  const measured = await forkDesk<MeasuredReports>('desk-with-visits.ts');
  const { heatMap, scans } = measured;
  return {
    title: 'Reports of a gym with 500 visits a day for three years',
    rows: [
      latencyRow('the heat map of four weeks', heatMap.month, heatMapBudgetMs),
      latencyRow('the heat map of a year', heatMap.year, heatMapBudgetMs),
      latencyRow('the heat map of three years', heatMap.all, heatMapBudgetMs),
      once('the work of the desk that counts all hours before', measured.counting),
      once('the heat map of three years for the first time after it', measured.firstReading, heatMapBudgetMs),
      once('the same without that work', measured.uncountedReading),
      once('the work again, after a member was forgotten who came about every sixth day', measured.countingAfterLeaver),
      once('the heat map for the first time after it', measured.firstReadingAfterLeaver, heatMapBudgetMs),
      once('the same without that work', measured.readingAfterLeaver),
      latencyRow('today beside the last eight of this weekday', measured.curve, budgetMs),
      latencyRow('the peak of each day of three years', measured.peaks, budgetMs),
      latencyRow('visits by member in 31 days', measured.members, budgetMs),
      latencyRow('first visits in 31 days', measured.firstVisits, budgetMs),
      latencyRow('the rhythm of 200 members', measured.rhythms, budgetMs),
      latencyRow('who stays away, of 3,000 members', measured.whoStaysAway, budgetMs),
      latencyRow('contracts, of 3,000 members', measured.contracts, budgetMs),
      latencyRow('the visits of a day, with its sums', measured.visitsOfDay, budgetMs),
      latencyRow('the visits of 31 days, with their sums', measured.visitsOfMonth, budgetMs),
      latencyRow('the same of those who came by name, one in five', measured.visitsByName, budgetMs),
      latencyRow('the same of those who came by phone, which nobody did', measured.visitsByPhone, budgetMs),
      latencyRow('the same of those that wait, a whole day', measured.visitsWaiting, budgetMs),
      latencyRow('the same of those that were not accepted, one in a hundred', measured.visitsKept, budgetMs),
      latencyRow('training of four weeks, with 4,000 workouts a day', measured.training.month, budgetMs),
      latencyRow('training of half a year', measured.training.halfYear, budgetMs),
      latencyRow('training of a year', measured.training.year, budgetMs),
      once('the work of the desk that counts a year of training before', measured.countingTraining),
      once('training of half a year without that work', measured.uncountedTraining),
      latencyRow('whom to test next', measured.assessments, budgetMs),
      latencyRow('the visits of a member, with their year', measured.profile, budgetMs),
      ...scanRows(scans, 'the heat map of three years'),
    ],
  };
}

/** Measured once: what takes longest only the first time. */
export const once = (name: string, ms: number, budget?: number): Row => ({
  name,
  value: { amount: ms, unit: 'ms' },
  samples: 1,
  ...(budget !== undefined && { budget }),
});

/** `report`: what is read meanwhile. */
export const scanRows = ({ alone, besideReports }: Scans, report: string): Row[] => [
  latencyRow('a scan until it is answered, by a platform that does so at once', alone),
  latencyRow(`the same while two people read ${report} without a pause`, besideReports),
  {
    name: 'the second of these, of the first (median)',
    value: { amount: (100 * quantile(besideReports, 0.5)) / quantile(alone, 0.5), unit: '%' },
    samples: besideReports.length,
  },
];
