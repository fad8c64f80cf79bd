import type { ReceptionState } from '#lib/taps/reception-state.ts';
import { shownVerdict } from '#lib/taps/verdict-history.ts';

/** So long after a scan nobody needs the verdict any more. */
const verdictInUseMs = 2 * 60_000;

/** Whether nothing at the counter is on its way, unseen or being read. */
export function isQuiet(
  { taps, history, clockAheadMs }: Pick<ReceptionState, 'taps' | 'history' | 'clockAheadMs'>,
  inUseMs = verdictInUseMs,
): boolean {
  if (taps.sending.length + taps.waiting.length + history.unseenTapIds.length > 0) return false;
  const shown = shownVerdict(history);
  return shown === null || Date.now() + clockAheadMs - Date.parse(shown.tappedAt) > inUseMs;
}
