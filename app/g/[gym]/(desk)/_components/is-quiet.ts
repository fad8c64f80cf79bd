import type { ReceptionState } from '#lib/browser/taps/reception-state.ts';
import { shownVerdict } from '#lib/browser/taps/verdict-history.ts';

/** So long after a scan nobody needs the verdict any more. */
const verdictInUseMs = 2 * 60_000;

type Counter = Pick<ReceptionState, 'taps' | 'history' | 'clockAheadMs'>;

/**
 * Whether nothing at the counter is on its way, unseen or being read. A tap whose answer this page cannot read, as a newer
 * desk's may be, waits for the page that comes after it.
 */
export function isQuiet({ taps, history, clockAheadMs }: Counter, inUseMs = verdictInUseMs): boolean {
  const isWaitedFor = taps.waiting.some(({ tapId }) => !taps.notUnderstood.includes(tapId));
  if (taps.sending.length > 0 || isWaitedFor || history.unseenTapIds.length > 0) return false;
  const shown = shownVerdict(history);
  return shown === null || Date.now() + clockAheadMs - Date.parse(shown.tappedAt) > inUseMs;
}
