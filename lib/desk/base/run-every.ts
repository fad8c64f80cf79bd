import 'server-only';
import type { Log } from '#lib/log/log.ts';

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
