import type { Verdict } from '#lib/desk/verdict/verdict.ts';

const longestHistory = 50;

/** The verdicts of this page, newest tap first, and the one that is shown whole. */
export interface VerdictHistory {
  verdicts: readonly Verdict[];
  shownTapId: string | null;
  /** Failures that nobody has looked at whole yet. */
  unseenTapIds: readonly string[];
}

export type HistoryEvent =
  /** `isPress`: the answer to a button of a verdict, which takes that verdict's place. */
  { type: 'answered'; verdict: Verdict; isPress: boolean } | { type: 'chosen'; tapId: string };

export const emptyHistory: VerdictHistory = { verdicts: [], shownTapId: null, unseenTapIds: [] };

export const shownVerdict = ({ verdicts, shownTapId }: VerdictHistory): Verdict | null =>
  verdicts.find(({ tapId }) => tapId === shownTapId) ?? null;

const accountIdOf = (verdict: Verdict) => ('member' in verdict ? verdict.member?.accountId : undefined);
const isFailure = ({ kind }: Verdict) => kind !== 'admitted' && kind !== 'attention';

/**
 * A new verdict is shown at once, unless its tap is older than the shown one: a tap that waited while the desk was away
 * must not push the person at the counter off the screen.
 */
export function changeHistory(history: VerdictHistory, event: HistoryEvent): VerdictHistory {
  if (event.type === 'chosen') {
    return {
      ...history,
      shownTapId: event.tapId,
      unseenTapIds: history.unseenTapIds.filter((tapId) => tapId !== event.tapId),
    };
  }
  const { verdict, isPress } = event;
  const shown = shownVerdict(history);
  const replacesTapId = isPress && shown && accountIdOf(shown) === accountIdOf(verdict) ? shown.tapId : undefined;
  const others = history.verdicts.filter(({ tapId }) => tapId !== verdict.tapId && tapId !== replacesTapId);
  const verdicts = [...others, verdict].sort((a, b) => b.tappedAt.localeCompare(a.tappedAt)).slice(0, longestHistory);
  const takesOver = !shown || shown.tapId === replacesTapId || verdict.tappedAt >= shown.tappedAt;
  const unseen = history.unseenTapIds.filter((tapId) => tapId !== replacesTapId && tapId !== verdict.tapId);
  return {
    verdicts,
    shownTapId: takesOver ? verdict.tapId : history.shownTapId,
    unseenTapIds: !takesOver && isFailure(verdict) ? [...unseen, verdict.tapId] : unseen,
  };
}
