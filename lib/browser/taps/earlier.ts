import { accountOfPresentTap } from '#lib/wire/presence.ts';
import { isNotWhole, memberOf, type Verdict } from '#lib/wire/verdict.ts';
import { isUnseen, type VerdictHistory } from './verdict-history.ts';
import { isWaiting } from './waiting-verdict.ts';

/**
 * Today's verdicts before the shown one, newest first: those that the desk returned, from any window, and those that
 * only this window has, because they still wait or were answered a moment ago. Unseen failures are listed on any day.
 * @param told today's verdicts from the desk's response; undefined until it has arrived
 * @param isToday whether a verdict belongs to the current day at the location
 */
export function earlierOf(
  history: Pick<VerdictHistory, 'verdicts' | 'shownTapId' | 'unseenTapIds'>,
  told: readonly Verdict[] | undefined,
  isToday: (verdict: Verdict) => boolean,
): Verdict[] {
  const { verdicts, shownTapId } = history;
  const known = new Map((told ?? []).map((verdict) => [verdict.tapId, verdict]));
  const isListed = (verdict: Verdict) => isUnseen(history, verdict) || isOwn(verdict, told ?? []);
  const own = verdicts.filter((verdict) => !known.has(verdict.tapId) && isListed(verdict));
  return [...own, ...known.values()]
    .filter((verdict) => verdict.tapId !== shownTapId && (isToday(verdict) || isUnseen(history, verdict)))
    .toSorted((one, other) => other.tappedAt.localeCompare(one.tappedAt));
}

/** Leaves out a verdict of this window that a later press at another window has replaced. */
function isOwn(verdict: Verdict, told: readonly Verdict[]): boolean {
  if (accountOfPresentTap(verdict.tapId) !== null) return false;
  if (isWaiting(verdict) || isNotWhole(verdict)) return true;
  const accountId = memberOf(verdict)?.accountId;
  return !told.some(
    (later) =>
      accountId !== undefined && memberOf(later)?.accountId === accountId && later.tappedAt >= verdict.tappedAt,
  );
}
