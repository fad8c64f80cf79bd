import 'server-only';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import type { Log } from '#shared/log/log.ts';

interface Repeated {
  /** Used in the log: "<name> failed". */
  name: string;
  /** From the end of one run to the start of the next. */
  everyMs: number;
  run: () => Promise<void>;
}

/**
 * Runs something now and then repeatedly, one run at a time. A failure is logged and does not end the repetition.
 * @returns stops it, and waits for the run under way
 */
export function runEvery(log: Log, { name, everyMs, run }: Repeated): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    try {
      await run();
    } catch (error) {
      log.error({ error }, `${name} failed`);
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
 * Coalesces calls of `work`, which never runs twice at a time. All callers during a run share the next run, so that all
 * work that existed at the time of a call is done when its promise resolves.
 */
export function coalesce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;
  const begin = () => {
    next = null;
    current = work().finally(() => {
      current = null;
    });
    return current;
  };
  return () => {
    // between the end of a run and the start of the next one, which is queued, nothing runs
    if (!current) return next ?? begin();
    next ??= current.then(begin, begin);
    return next;
  };
}

/**
 * How often a list is read completely, since a list of changes does not contain deletions. More often while the platform sends entries
 * that the desk cannot read, so that they appear soon after they are corrected there.
 */
export const readAllEveryMs = ({ isAllReadWhole }: { isAllReadWhole: boolean }): number =>
  isAllReadWhole ? dayMs : hourMs;
