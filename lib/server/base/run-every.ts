import 'server-only';
import { dayMs } from '#shared/calendar/durations.ts';
import type { Log } from '#shared/log/log.ts';

/** Does something now and then again, one round at a time, and never stops for a failure. Returns what ends it. */
export function runEvery(what: string, everyMs: number, work: () => Promise<void>, log: Log): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    try {
      await work();
    } catch (error) {
      log.error({ error }, `${what} failed`);
    }
    if (!isStopped) timer = setTimeout(next, everyMs);
  };
  let current = round();
  const next = () => {
    current = round();
  };
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await current;
  };
}

/**
 * Does work one round at a time. Whoever asks for it during a round gets the next one, which all who ask meanwhile
 * share: what was there to be done when they asked is done when they are answered.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = () => {
    next = null;
    current = work().finally(() => {
      current = null;
    });
    return current;
  };
  return () => {
    if (!current) return begin();
    next ??= current.then(begin, begin);
    return next;
  };
}

const hourMs = 60 * 60_000;

/**
 * How often a list is read whole, since a list of changes does not tell who or what is gone. Sooner where some of it could
 * not be read, so that it is known again soon after the platform has mended it.
 */
export const readAllEveryMs = ({ isAllReadWhole }: { isAllReadWhole: boolean }): number =>
  isAllReadWhole ? dayMs : hourMs;
