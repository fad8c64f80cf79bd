import type { ReceptionState } from '#lib/browser/taps/reception-state.ts';
import { shownVerdict } from '#lib/browser/taps/verdict-history.ts';

/** After this time since the scan, a verdict counts as no longer in use. */
const verdictInUseMs = 2 * 60_000;

type Counter = Pick<ReceptionState, 'taps' | 'history' | 'clockAheadMs'>;

/**
 * Whether the counter has no pending tap, no unseen verdict and none in use. A tap whose answer this page cannot parse
 * (from a newer desk) does not count: it waits for the next version of the page.
 */
export function isQuiet({ taps, history, clockAheadMs }: Counter, inUseMs = verdictInUseMs): boolean {
  const isWaitedFor = taps.waiting.some(({ tapId }) => !taps.notUnderstood.includes(tapId));
  if (taps.sending.length > 0 || isWaitedFor || history.unseenTapIds.length > 0) return false;
  const shown = shownVerdict(history);
  return shown === null || Date.now() + clockAheadMs - Date.parse(shown.tappedAt) > inUseMs;
}
