import { inColumns } from '#tools/chaos/table.ts';
import type { HerdResult, SinceMs } from './run.ts';

const lineMs = 5_000;
const headings = ['seconds', 'taps', 'streams', 'lists', 'told to retry later', 'not answered', 'windows recovered'];

/** One line for every five seconds since the desk served again, in Markdown: what was served then, and what was not. */
export function formatHerd({ asked, answeredAt, recoveredAt }: HerdResult): string {
  const lastMs = Math.max(0, ...recoveredAt, ...answeredAt);
  const served = ({ status }: { status: number | null }) => status === 200;
  const lines = Array.from({ length: Math.floor(lastMs / lineMs) + 1 }, (_, index) => {
    const [from, to] = [index * lineMs, (index + 1) * lineMs];
    const isIn = (at: SinceMs) => at >= from && at < to;
    const then = asked.filter(({ at }) => isIn(at));
    const count = (kind: string) => then.filter((one) => one.kind === kind && served(one)).length;
    return [
      `${from / 1_000}–${to / 1_000}`,
      answeredAt.filter(isIn).length,
      count('stream'),
      count('list'),
      then.filter(({ status }) => status === 503).length,
      then.filter(({ status }) => status === null).length,
      recoveredAt.filter((at) => at < to).length,
    ].map(String);
  });
  return inColumns([headings, ...lines]);
}

/** A sentence with the number of windows that did not recover in time; null if all did. */
export function describeLateness({ windows, recoveredAt }: HerdResult, promisedMs: SinceMs): string | null {
  const late = windows - recoveredAt.filter((at) => at <= promisedMs).length;
  return late === 0 ? null : `${late} of ${windows} windows did not have all within ${promisedMs / 1_000} s.`;
}

/** The processor time of each program until the last window had recovered, in one sentence; null where it is unknown. */
export function describeProcessor({ processorS }: Pick<HerdResult, 'processorS'>): string | null {
  const { desk, deskDatabase, platform, platformDatabase, windows } = processorS;
  if (Number.isNaN(desk)) return null;
  const [own, ownDatabase, other, otherDatabase, ofWindows] = [
    desk,
    deskDatabase,
    platform,
    platformDatabase,
    windows,
  ].map((seconds) => seconds.toFixed(1));
  return `Until then the desk took ${own} core-seconds, its database ${ownDatabase}, the platform ${other}, its database ${otherDatabase}, all windows ${ofWindows}.`;
}

/** A summary of how long everything took, in one sentence. */
export function describeHerd({ windows, gyms, asked, answeredAt, recoveredAt, taps }: HerdResult): string {
  const seconds = (moments: readonly SinceMs[], part: number) => {
    const sorted = moments.toSorted((a, b) => a - b);
    const at = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
    return at === undefined ? '–' : `${(Math.max(0, at) / 1_000).toFixed(1)} s`;
  };
  const servedAt = (kind: string) => asked.filter((one) => one.kind === kind && one.status === 200).map(({ at }) => at);
  const [streams, lists] = [servedAt('stream'), servedAt('list')];
  const refused = asked.filter(({ status }) => status === 503).length;
  return [
    `${recoveredAt.length} of ${windows} windows at ${gyms} gyms served, ${answeredAt.length} of ${taps.length} taps.`,
    `Half of the taps were answered after ${seconds(answeredAt, 0.5)}, the last after ${seconds(answeredAt, 1)};`,
    `half of the streams were open after ${seconds(streams, 0.5)}, the last after ${seconds(streams, 1)};`,
    `half of the lists were read after ${seconds(lists, 0.5)}; the last window had recovered after ${seconds(recoveredAt, 1)}.`,
    `${refused} requests were told to retry later.`,
  ].join(' ');
}
