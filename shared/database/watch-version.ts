import type { Readiness } from './readiness.ts';
import type { SchemaKeeper } from './schema-keeper.ts';

const lookEveryMs = 5_000;

interface WatchOptions extends Pick<SchemaKeeper, 'program'> {
  readReadiness(): Promise<Readiness>;
  everyMs?: number;
}

/**
 * Notices that a later version has upgraded the database of this process, which then has to end: it does not know the
 * tables, and its background work goes on even if a balancer sends it no requests.
 */
export function watchVersion({ program, readReadiness, everyMs = lookEveryMs }: WatchOptions) {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const look = async () => {
    if ((await readReadiness()) !== 'laterVersion') return;
    resolve(
      `A later Front Desk has upgraded the database of the ${program}, and this ${program} ends: start that version in its place.`,
    );
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return { ended, stop: () => clearInterval(timer) };
}
