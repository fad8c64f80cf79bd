import type { Verdict } from '#lib/desk/verdict/verdict.ts';

const longestHistory = 50;

/** The verdicts of one location in this window, newest tap first, and the one that is shown whole. */
export interface VerdictHistory {
  verdicts: readonly Verdict[];
  shownTapId: string | null;
  /** Failures that nobody has looked at whole yet. */
  unseenTapIds: readonly string[];
}

export type HistoryEvent =
  /** `isPress`: the answer to a button of a verdict, which takes that verdict's place. */
  | { type: 'answered'; verdict: Verdict; isPress: boolean }
  /** What was decided of a tap after it had been answered as unconfirmed. */
  | { type: 'confirmed'; verdict: Verdict }
  | { type: 'chosen'; tapId: string };

export const emptyHistory: VerdictHistory = { verdicts: [], shownTapId: null, unseenTapIds: [] };

export const shownVerdict = ({ verdicts, shownTapId }: VerdictHistory): Verdict | null =>
  verdicts.find(({ tapId }) => tapId === shownTapId) ?? null;

export const isUnseen = ({ unseenTapIds }: VerdictHistory, { tapId }: Verdict): boolean => unseenTapIds.includes(tapId);

/** Whether the platform may still say more about it: an arrival that was taken back stays as it is. */
export const mayBeConfirmed = ({ kind, reasons }: Verdict): boolean =>
  kind === 'unconfirmed' && !reasons.some(({ code }) => code === 'undone');

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
  if (event.type === 'confirmed') return confirm(history, event.verdict);
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

/** The verdict changes where it stands: whoever looks at another one goes on looking at it. */
function confirm(history: VerdictHistory, verdict: Verdict): VerdictHistory {
  const { tapId } = verdict;
  const before = history.verdicts.find((known) => known.tapId === tapId);
  if (!before || !mayBeConfirmed(before) || mayBeConfirmed(verdict)) return history;
  const unseen = history.unseenTapIds.filter((id) => id !== tapId);
  return {
    ...history,
    verdicts: history.verdicts.map((known) => (known === before ? verdict : known)),
    unseenTapIds: isFailure(verdict) && history.shownTapId !== tapId ? [...unseen, tapId] : unseen,
  };
}
