import { endOf, factsOf, isNotWhole, memberOf, mustBeSeen, saysIsIn, type Verdict } from '#lib/wire/verdict.ts';
import { isWaiting } from './waiting-verdict.ts';

const longestHistory = 50;
/** Somebody who holds a card again does so within seconds. */
const sameCardMs = 15_000;

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
  /** The tap has to wait in this browser: what stands for it meanwhile. `isAgain`: it waits already, and for another cause now. */
  | { type: 'waiting'; verdict: Verdict; isAgain: boolean }
  /** The tap was an error. `hidesUntil`: no verdict from before then stands for whoever came with it. */
  | { type: 'failed'; tapId: string; hidesUntil: string | null }
  /** A card was not read whole. `voids`: taps of it that were taken for others, of which nothing stays. */
  | { type: 'cut'; verdict: Verdict; voids: readonly string[] }
  /** What is to be said of a tap since it was answered: it is decided, or its visit is over. */
  /** `isCovered`: a look-up is under way, and stands where the shown one would. */
  | { type: 'confirmed'; verdict: Verdict; isCovered: boolean }
  /** A verdict that no tap of this window brought, and that somebody wants to see. */
  | { type: 'lookedAt'; verdict: Verdict }
  /** Another day has begun at the location: what is not of it goes, but for what still waits or is in use. */
  | { type: 'dayBegan'; isToday(verdict: Verdict): boolean; now: number };

export const emptyHistory: VerdictHistory = { verdicts: [], shownTapId: null, unseenTapIds: [] };

export const shownVerdict = ({ verdicts, shownTapId }: VerdictHistory): Verdict | null =>
  verdicts.find(({ tapId }) => tapId === shownTapId) ?? null;

export const isUnseen = ({ unseenTapIds }: VerdictHistory, { tapId }: Verdict): boolean => unseenTapIds.includes(tapId);

/** Whether the platform may still say more about it: an arrival that was taken back stays as it is, and so does a tap that the desk does not know. */
export const mayBeConfirmed = (verdict: Verdict): boolean =>
  factsOf(verdict).isOpen && !isWaiting(verdict) && endOf(verdict) !== 'undone';

const accountIdOf = (verdict: Verdict) => memberOf(verdict)?.accountId;
const inOrder = (verdicts: readonly Verdict[]) =>
  verdicts.toSorted((a, b) => b.tappedAt.localeCompare(a.tappedAt)).slice(0, longestHistory);

/**
 * A new verdict is shown at once, unless its tap is older than the shown one: a tap that waited while the desk was away
 * must not push the person at the counter off the screen.
 */
export function changeHistory(history: VerdictHistory, event: HistoryEvent): VerdictHistory {
  switch (event.type) {
    case 'answered':
      return answer(history, event);
    case 'waiting':
      return (event.isAgain ? waitFurther : beginToWait)(history, event.verdict);
    case 'failed':
      return fail(history, event);
    case 'cut':
      return cut(history, event);
    case 'confirmed':
      return confirm(history, event);
    case 'lookedAt':
      return lookAt(history, event.verdict);
    case 'dayBegan':
      return beginDay(history, event);
  }
}

function answer(
  history: VerdictHistory,
  { verdict, isPress }: Extract<HistoryEvent, { type: 'answered' }>,
): VerdictHistory {
  const shown = shownVerdict(history);
  const replacesTapId = isPress && shown && accountIdOf(shown) === accountIdOf(verdict) ? shown.tapId : undefined;
  const others = history.verdicts.filter(({ tapId }) => tapId !== verdict.tapId && tapId !== replacesTapId);
  const verdicts = inOrder([...others, verdict]);
  const hasWaited = history.verdicts.some(({ tapId }) => tapId === verdict.tapId);
  const isNewest = shown && !hasWaited && verdict.tappedAt >= shown.tappedAt;
  const takesOver = !shown || shown.tapId === verdict.tapId || shown.tapId === replacesTapId || isNewest;
  const unseen = history.unseenTapIds.filter((tapId) => tapId !== replacesTapId && tapId !== verdict.tapId);
  return {
    verdicts,
    shownTapId: takesOver ? verdict.tapId : history.shownTapId,
    unseenTapIds: !takesOver && mustBeSeen(verdict) ? [...unseen, verdict.tapId] : unseen,
  };
}

function lookAt(history: VerdictHistory, verdict: Verdict): VerdictHistory {
  const { tapId } = verdict;
  const others = history.verdicts.filter((known) => known.tapId !== tapId).slice(0, longestHistory - 1);
  return {
    verdicts: inOrder([...others, verdict]),
    shownTapId: tapId,
    unseenTapIds: history.unseenTapIds.filter((unseen) => unseen !== tapId),
  };
}

/** So long, somebody may still stand at the counter for a scan of just before midnight. */
const inUseMs = 2 * 60_000;

function beginDay(history: VerdictHistory, { isToday, now }: Extract<HistoryEvent, { type: 'dayBegan' }>) {
  const isInUse = (verdict: Verdict) =>
    verdict.tapId === history.shownTapId && now - Date.parse(verdict.tappedAt) < inUseMs;
  const verdicts = history.verdicts.filter((verdict) => isToday(verdict) || isWaiting(verdict) || isInUse(verdict));
  const isKept = (tapId: string) => verdicts.some((verdict) => verdict.tapId === tapId);
  return {
    verdicts,
    shownTapId: history.shownTapId !== null && isKept(history.shownTapId) ? history.shownTapId : null,
    unseenTapIds: history.unseenTapIds.filter(isKept),
  };
}

/** Whoever made the tap stands at the counter now. */
function beginToWait(history: VerdictHistory, verdict: Verdict): VerdictHistory {
  const verdicts = inOrder([...history.verdicts, verdict]);
  return { ...history, verdicts, shownTapId: verdict.tapId };
}

/** It stands where it stood: somebody else may be at the counter by now. */
function waitFurther(history: VerdictHistory, verdict: Verdict): VerdictHistory {
  const { tapId } = verdict;
  const standFor = (known: Verdict) => (known.tapId === tapId ? { ...verdict, tappedAt: known.tappedAt } : known);
  return { ...history, verdicts: history.verdicts.map(standFor) };
}

function fail(history: VerdictHistory, { tapId, hidesUntil }: { tapId: string; hidesUntil: string | null }) {
  const shown = shownVerdict(history);
  const isHidden = shown && (shown.tapId === tapId || (hidesUntil !== null && shown.tappedAt < hidesUntil));
  return {
    ...history,
    verdicts: history.verdicts.filter((verdict) => verdict.tapId !== tapId),
    shownTapId: isHidden ? null : history.shownTapId,
  };
}

/** Whoever holds the card stands at the counter. The parts of one card are told once. */
function cut(history: VerdictHistory, { verdict, voids }: { verdict: Verdict; voids: readonly string[] }) {
  const shown = shownVerdict(history);
  const isSameCard =
    shown && isNotWhole(shown) && Date.parse(verdict.tappedAt) - Date.parse(shown.tappedAt) < sameCardMs;
  const gone = isSameCard ? [...voids, shown.tapId] : voids;
  return {
    verdicts: inOrder([...history.verdicts.filter(({ tapId }) => !gone.includes(tapId)), verdict]),
    shownTapId: verdict.tapId,
    unseenTapIds: history.unseenTapIds.filter((tapId) => !gone.includes(tapId)),
  };
}

/** The verdict changes where it stands: whoever looks at another one goes on looking at it. */
function confirm(
  history: VerdictHistory,
  { verdict, isCovered }: Extract<HistoryEvent, { type: 'confirmed' }>,
): VerdictHistory {
  const { tapId } = verdict;
  const before = history.verdicts.find((known) => known.tapId === tapId);
  if (!before) return history;
  const isDecided = mayBeConfirmed(before) && !mayBeConfirmed(verdict);
  if (!isDecided && !standsOtherwise(before, verdict)) return history;
  const unseen = history.unseenTapIds.filter((id) => id !== tapId || (!isDecided && mustBeSeen(verdict)));
  const isSeen = history.shownTapId === tapId && !isCovered;
  return {
    ...history,
    verdicts: history.verdicts.map((known) => (known === before ? { ...verdict, tappedAt: before.tappedAt } : known)),
    unseenTapIds: isDecided && mustBeSeen(verdict) && !isSeen ? [...unseen, tapId] : unseen,
  };
}

/**
 * Come in or gone at another window, or there no more. What was taken back stays so, whatever an older answer says.
 */
const standsOtherwise = (before: Verdict, verdict: Verdict): boolean =>
  endOf(before) !== 'undone' && (endOf(before) !== endOf(verdict) || saysIsIn(before) !== saysIsIn(verdict));

/** The taps of which the desk may have more to say by now: those that are not confirmed yet, and the one that is shown. */
export function openTapIds(history: VerdictHistory): string[] {
  const mayEnd = (verdict: Verdict) =>
    verdict.tapId === history.shownTapId && memberOf(verdict) !== null && endOf(verdict) !== 'undone';
  return history.verdicts
    .filter((verdict) => mayBeConfirmed(verdict) || (mayEnd(verdict) && !isWaiting(verdict)))
    .map(({ tapId }) => tapId);
}
