import { forkDesk } from './fork-desk.ts';
import type { Row, Section } from './row.ts';

/** The scans of a gym where so many members a second come. */
export interface ScannedAtLimit {
  perSecond: number;
  first: Answered;
  all: Answered;
  /** Admitted by the directory. */
  fromDirectory: number;
  /** How often each reason was given. */
  reasons: Record<string, number>;
  visits: number;
  unsent: number;
  /** Requests that the platform answered with 429. */
  refused: number;
}

interface Answered {
  scans: number;
  unconfirmed: number;
}

const rates = ['3', '6', '8'];
const limitPerSecond = 6;
const runs = [
  { desks: 1, durationS: 600 },
  { desks: 2, durationS: 60 },
];

/** How many scans of known cards are not confirmed at once, where the platform limits the key to 6 requests a second. */
export async function measureLimitedKey(): Promise<Section[]> {
  const sections: Section[] = [];
  for (const { desks, durationS } of runs) {
    const gyms = await forkDesk<ScannedAtLimit[]>('desk-at-limit.ts', String(desks), String(durationS), ...rates);
    const processes = desks === 1 ? 'one process' : `${desks} processes`;
    sections.push({
      title: `A key limited to 6 requests a second, scans of known cards, the desk in ${processes}`,
      rows: gyms.flatMap(rowsOf),
    });
  }
  return sections;
}

function rowsOf({ perSecond, first, all, fromDirectory, refused }: ScannedAtLimit): Row[] {
  const share = (part: number, whole: number) => ({ amount: (part / whole) * 100, unit: '%' });
  const of = (what: string) => `${perSecond} scans a second: ${what}`;
  return [
    { name: of('not confirmed, first 40 s'), value: share(first.unconfirmed, first.scans), samples: first.scans },
    {
      name: of('not confirmed'),
      value: share(all.unconfirmed, all.scans),
      samples: all.scans,
      budget: perSecond < limitPerSecond ? 0 : 1,
    },
    { name: of('by the directory'), value: share(fromDirectory, all.scans), samples: all.scans },
    { name: of('answered with 429'), value: { amount: refused, unit: 'requests' }, samples: all.scans },
  ];
}
