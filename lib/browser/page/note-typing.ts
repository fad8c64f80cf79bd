import { timeLeft } from '#lib/browser/clock/time-left.ts';
import { activityEveryMs } from '#shared/session/session-rules.ts';

/** An overloaded desk is not asked at every key. */
const afterFailureMs = 5_000;

/**
 * Reports that a person types on this page, so that the session does not end in the middle of a long form: at the first input, then at
 * most once a minute. A report that fails is made again at the next input after some seconds. Input by script does not count, such as text that the page
 * restores after a scan.
 * @returns stops it
 */
export function noteTyping(report: () => Promise<unknown>): () => void {
  let restMs = timeLeft(0);
  let isUnderWay = false;
  const note = async ({ isTrusted }: Event) => {
    if (!isTrusted || isUnderWay || restMs() > 0) return;
    isUnderWay = true;
    try {
      await report();
      restMs = timeLeft(activityEveryMs);
    } catch {
      restMs = timeLeft(afterFailureMs);
    } finally {
      isUnderWay = false;
    }
  };
  window.addEventListener('input', note, { capture: true });
  return () => window.removeEventListener('input', note, { capture: true });
}
