import { forkDesk } from './fork-desk.ts';
import { latencyRow, type Section } from './row.ts';

const waiting = 1_000_000;
const budgetMs = 2_000;

export interface MeasuredInbox {
  /** From the delivery of an event until its member is in the presence list. */
  samplesMs: number[];
  /** Events of the long inbox processed meanwhile. */
  workedPerSecond: number;
}

/** The latency of one gym's event while the inbox of another is long. */
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
