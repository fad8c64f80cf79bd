import { forkDesk } from './fork-desk.ts';
import { once, scanRows } from './reports.ts';
import { latencyRow, type Section } from './row.ts';
import type { Scans } from './scan-beside.ts';

const budgetMs = 300;
const members = 100_000;
const coming = 50_000;
const visitsPerDay = 5_000;
const admissions = 10_000;
const gyms = 100;
const visitsOfGym = 100;
/** As many as the door admits of reads that nobody at a counter waits for. */
const atOnce = 8;

/** Milliseconds of each reading. */
export interface MeasuredLists {
  contracts: number[];
  whoStaysAway: number[];
  /** The desk's own work that counts last visits and rhythms, and the first reading without it. */
  countingVisits: number;
  uncounted: number;
  statement: number[];
  scans: Scans;
}

/** Milliseconds of each reading. */
export interface MeasuredGyms {
  all: number[];
  each: number[];
}

/** The reports about the members of a gym larger than any, and the page of a chain. */
export async function measureLargeGym(): Promise<Section[]> {
  const sizes = [members, coming, visitsPerDay, admissions].map(String);
  const lists = await forkDesk<MeasuredLists>('desk-with-members.ts', ...sizes);
  const chain = await forkDesk<MeasuredGyms>('desk-of-gyms.ts', ...[gyms, visitsOfGym, atOnce].map(String));
  return [
    {
      title: `Reports of a gym with ${members} members, of whom ${coming} came in the last 130 days, ${visitsPerDay} a day`,
      rows: [
        latencyRow('the contracts', lists.contracts, budgetMs),
        latencyRow('who stays away', lists.whoStaysAway, budgetMs),
        once('the work of the desk that counts last visits before', lists.countingVisits),
        once('who stays away without that work', lists.uncounted),
        latencyRow(`the corporate statement of a month with ${admissions} admissions`, lists.statement, budgetMs),
        ...scanRows(lists.scans, 'the contracts'),
      ],
    },
    {
      title: `All gyms of a chain of ${gyms}, each with ${visitsOfGym} visits a day, ${atOnce} read at once`,
      rows: [latencyRow('a gym', chain.each, budgetMs), latencyRow('all of them', chain.all)],
    },
  ];
}
