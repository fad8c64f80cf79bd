import { forkDesk } from './fork-desk.ts';
import { latencyRow, type Section } from './row.ts';

const waiting = 1_000_000;
const budgetMs = 2_000;

export interface MeasuredInbox {
  /** From when an event was told until its member stood in the list of who is in. */
  samplesMs: number[];
  /** What was acted upon of the long inbox meanwhile. */
  workedPerSecond: number;
}

/** How long an event of one gym takes while the inbox of another one is long. */
export async function measureLongInbox(): Promise<Section> {
  const { samplesMs, workedPerSecond } = await forkDesk<MeasuredInbox>('desk-with-inbox.ts', String(waiting));
  return {
    title: `A long inbox: ${waiting.toLocaleString('en')} events of another gym wait while one is told`,
    rows: [
      latencyRow('the member stands in the list of who is in', samplesMs, budgetMs),
      {
        name: 'events of the long inbox acted upon meanwhile',
        value: { amount: workedPerSecond, unit: 'a second' },
        samples: samplesMs.length,
      },
    ],
  };
}
