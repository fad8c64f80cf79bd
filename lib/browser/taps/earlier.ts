import { accountOfPresentTap } from '#lib/wire/presence.ts';
import { isNotWhole, memberOf, type Verdict } from '#lib/wire/verdict.ts';
import type { VerdictHistory } from './verdict-history.ts';
import { isWaiting } from './waiting-verdict.ts';

/**
 * Today's verdicts before the one that is shown, newest first: those that the desk has answered, at whichever window, and
 * those that only this one knows, because they wait or have just been answered.
 * @param told what the desk says of today's taps; undefined until it has
 * @param isToday whether a verdict is of the day it is at the location
 */
export function earlierOf(
  { verdicts, shownTapId }: Pick<VerdictHistory, 'verdicts' | 'shownTapId'>,
  told: readonly Verdict[] | undefined,
  isToday: (verdict: Verdict) => boolean,
): Verdict[] {
  const known = new Map((told ?? []).map((verdict) => [verdict.tapId, verdict]));
  const own = verdicts.filter((verdict) => !known.has(verdict.tapId) && isOwn(verdict, told ?? []));
  return [...own, ...known.values()]
    .filter((verdict) => verdict.tapId !== shownTapId && isToday(verdict))
    .toSorted((one, other) => other.tappedAt.localeCompare(one.tappedAt));
}

/** What a press at another window has replaced is not told here either. */
function isOwn(verdict: Verdict, told: readonly Verdict[]): boolean {
  if (accountOfPresentTap(verdict.tapId) !== null) return false;
  if (isWaiting(verdict) || isNotWhole(verdict)) return true;
  const accountId = memberOf(verdict)?.accountId;
  return !told.some(
    (later) =>
      accountId !== undefined && memberOf(later)?.accountId === accountId && later.tappedAt >= verdict.tappedAt,
  );
}
