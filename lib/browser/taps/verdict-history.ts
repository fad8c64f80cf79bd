import type { ForgottenMember } from '#lib/wire/forgotten-member.ts';
import { awaitsPlatform, endOf, isNotWhole, memberOf, mustBeSeen, saysIsIn, type Verdict } from '#lib/wire/verdict.ts';
import { isWaiting } from './waiting-verdict.ts';

const longestHistory = 50;
/** A person who holds the same card again does so within seconds. */
const sameCardMs = 15_000;

/** The verdicts of one location in this window, newest tap first, and the one shown in full. */
export interface VerdictHistory {
  verdicts: readonly Verdict[];
  shownTapId: string | null;
  /** Shown before the waiting tap, or the partly read cards, of which the newest is shown now; the latest last. */
  coveredTapIds: readonly string[];
  /** What was read of the cards that were not fully read. Several of one verdict are parts of one card. */
  parts: readonly { tapId: string; text: string }[];
  /** Ids of failures that no user has opened yet. */
  unseenTapIds: readonly string[];
}

export type HistoryEvent =
  /** `isPress`: the response to a button of a verdict; the new verdict replaces that one. */
  | { type: 'answered'; verdict: Verdict; isPress: boolean }
  /**
   * The tap waits in this browser; `verdict` stands in for the response. `isAgain`: it already waits, the cause is new.
   */
  | { type: 'waiting'; verdict: Verdict; isAgain: boolean }
  /**
   * The tap failed. A visitor's hides the verdicts from before it, which belong to an earlier person. `badge`: what was read of
   * the staff badge that it was.
   */
  | { type: 'failed'; tapId: string; tappedAt: string; by: 'visitor' | 'press' | { badge: string } }
  /** A card was read only in part. `voids`: taps that were parts of it; their verdicts are removed. */
  | { type: 'cut'; verdict: Verdict; part: string; voids: readonly string[] }
  /** A newer verdict of an answered tap: it is decided, or its visit has ended. */
  /** `isCovered`: a look-up in flight covers the shown verdict. */
  | { type: 'confirmed'; verdict: Verdict; isCovered: boolean }
  /** The user opened a verdict that comes from no tap of this window. */
  | { type: 'lookedAt'; verdict: Verdict }
  /** The desk has deleted the data of these members. */
  | { type: 'forgotten'; members: readonly ForgottenMember[] }
  /** A new day began at the location: verdicts of earlier days are dropped, except those that wait, are undecided, unseen or in use. */
  | { type: 'dayBegan'; isToday(verdict: Verdict): boolean; now: number };

export const emptyHistory: VerdictHistory = {
  verdicts: [],
  shownTapId: null,
  coveredTapIds: [],
  parts: [],
  unseenTapIds: [],
};

export const shownVerdict = ({ verdicts, shownTapId }: VerdictHistory): Verdict | null =>
  verdicts.find(({ tapId }) => tapId === shownTapId) ?? null;

export const isUnseen = ({ unseenTapIds }: Pick<VerdictHistory, 'unseenTapIds'>, { tapId }: Verdict): boolean =>
  unseenTapIds.includes(tapId);

/** Whether the platform may still change it. False for an undone arrival and for a tap that the desk does not have. */
export const mayBeConfirmed = (verdict: Verdict): boolean =>
  awaitsPlatform(verdict) && !isWaiting(verdict) && endOf(verdict) !== 'undone';

const accountIdOf = (verdict: Verdict) => memberOf(verdict)?.accountId;
const inOrder = (verdicts: readonly Verdict[]) =>
  verdicts.toSorted((a, b) => b.tappedAt.localeCompare(a.tappedAt)).slice(0, longestHistory);

/**
 * The reducer. A new verdict is shown at once, unless its tap is older than the shown one: a tap that waited while the
 * desk was unreachable must not replace the verdict of the person at the counter.
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
    case 'forgotten':
      return forget(history, event.members);
    case 'dayBegan':
      return beginDay(history, event);
  }
}

/** Removes what was scanned of them before. A tap that still waits keeps its place: the desk refuses it. */
function forget(history: VerdictHistory, members: readonly ForgottenMember[]): VerdictHistory {
  const isForgotten = (verdict: Verdict) =>
    !isWaiting(verdict) &&
    members.some(
      ({ accountId, at }) => accountId === accountIdOf(verdict) && Date.parse(verdict.tappedAt) <= Date.parse(at),
    );
  const verdicts = history.verdicts.filter((verdict) => !isForgotten(verdict));
  return verdicts.length === history.verdicts.length ? history : keepOnly(history, verdicts);
}

/** The same history with these of its verdicts alone. */
function keepOnly(history: VerdictHistory, verdicts: readonly Verdict[]): VerdictHistory {
  const isKept = (tapId: string) => verdicts.some((verdict) => verdict.tapId === tapId);
  return {
    verdicts,
    shownTapId: history.shownTapId !== null && isKept(history.shownTapId) ? history.shownTapId : null,
    coveredTapIds: history.coveredTapIds.filter(isKept),
    parts: history.parts.filter(({ tapId }) => isKept(tapId)),
    unseenTapIds: history.unseenTapIds.filter(isKept),
  };
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
    ...history,
    verdicts,
    shownTapId: takesOver ? verdict.tapId : history.shownTapId,
    unseenTapIds: !takesOver && mustBeSeen(verdict) ? [...unseen, verdict.tapId] : unseen,
  };
}

function lookAt(history: VerdictHistory, verdict: Verdict): VerdictHistory {
  const { tapId } = verdict;
  const others = history.verdicts.filter((known) => known.tapId !== tapId).slice(0, longestHistory - 1);
  return {
    ...history,
    verdicts: inOrder([...others, verdict]),
    shownTapId: tapId,
    unseenTapIds: history.unseenTapIds.filter((unseen) => unseen !== tapId),
  };
}

/** For this long, a person may still stand at the counter with a scan from just before midnight. */
const inUseMs = 2 * 60_000;
/** For this long, a verdict of an earlier day that the platform has not decided is kept, so that a refusal is reported. */
const openMs = 24 * 3_600_000;

function beginDay(history: VerdictHistory, { isToday, now }: Extract<HistoryEvent, { type: 'dayBegan' }>) {
  const agoMs = (verdict: Verdict) => now - Date.parse(verdict.tappedAt);
  const isInUse = (verdict: Verdict) => verdict.tapId === history.shownTapId && agoMs(verdict) < inUseMs;
  const isOpen = (verdict: Verdict) => isWaiting(verdict) || (mayBeConfirmed(verdict) && agoMs(verdict) < openMs);
  const verdicts = history.verdicts.filter(
    (verdict) => isToday(verdict) || isOpen(verdict) || isUnseen(history, verdict) || isInUse(verdict),
  );
  return { ...keepOnly(history, verdicts), coveredTapIds: [], parts: [] };
}

/** The person who made the tap is at the counter now. */
function beginToWait(history: VerdictHistory, verdict: Verdict): VerdictHistory {
  const verdicts = inOrder([...history.verdicts, verdict]);
  return { ...history, verdicts, shownTapId: verdict.tapId, coveredTapIds: coveredByNext(history) };
}

/** If several waiting taps may all be of one card: what was shown before the first of them. */
function coveredByNext(history: VerdictHistory): readonly string[] {
  const shown = shownVerdict(history);
  if (!shown) return [];
  if (isWaiting(shown)) return history.coveredTapIds;
  return isNotWhole(shown) ? [...history.coveredTapIds, shown.tapId] : [shown.tapId];
}

/** Whether it says that the card held to the reader at this time was not fully read before. */
function isPartOfCard(verdict: Verdict, heldAt: string): boolean {
  const agoMs = Date.parse(heldAt) - Date.parse(verdict.tappedAt);
  return isNotWhole(verdict) && agoMs >= 0 && agoMs < sameCardMs;
}

/** It keeps its place: another person may be at the counter by now. */
function waitFurther(history: VerdictHistory, verdict: Verdict): VerdictHistory {
  const { tapId } = verdict;
  const standFor = (known: Verdict) => (known.tapId === tapId ? { ...verdict, tappedAt: known.tappedAt } : known);
  return { ...history, verdicts: history.verdicts.map(standFor) };
}

function fail(
  history: VerdictHistory,
  { tapId, tappedAt, by }: Extract<HistoryEvent, { type: 'failed' }>,
): VerdictHistory {
  const shown = shownVerdict(history);
  const isOver = (verdict: Verdict) =>
    verdict.tapId === tapId || (typeof by === 'object' && isReadInPart(history, { verdict, tappedAt, ...by }));
  const verdicts = history.verdicts.filter((verdict) => !isOver(verdict));
  const isKept = (id: string) => verdicts.some((verdict) => verdict.tapId === id);
  const coveredTapIds = history.coveredTapIds.filter(isKept);
  // a badge that had to wait, or was first read in part, gives back what it covered
  const before =
    shown && isOver(shown) ? (verdicts.find((verdict) => verdict.tapId === coveredTapIds.at(-1)) ?? null) : shown;
  const isHidden = before !== null && by === 'visitor' && before.tappedAt < tappedAt;
  const parts = history.parts.filter((part) => isKept(part.tapId));
  return { ...history, verdicts, coveredTapIds, parts, shownTapId: isHidden ? null : (before?.tapId ?? null) };
}

/** Whether the verdict says that nothing but this badge was not fully read. */
function isReadInPart(
  { parts }: VerdictHistory,
  { verdict, tappedAt, badge }: { verdict: Verdict; tappedAt: string; badge: string },
): boolean {
  const ofIt = parts.filter(({ tapId }) => tapId === verdict.tapId);
  return ofIt.length > 0 && isPartOfCard(verdict, tappedAt) && ofIt.every(({ text }) => badge.includes(text));
}

/** The person with the card is at the counter. Several parts of one card give one verdict. */
function cut(
  history: VerdictHistory,
  { verdict, part, voids }: Extract<HistoryEvent, { type: 'cut' }>,
): VerdictHistory {
  const { tapId } = verdict;
  const shown = shownVerdict(history);
  const former = shown && isPartOfCard(shown, verdict.tappedAt) ? shown.tapId : null;
  const isKept = (id: string) => id !== former && !voids.includes(id);
  const parts = history.parts.map((known) => (known.tapId === former ? { ...known, tapId } : known));
  return {
    verdicts: inOrder([...history.verdicts.filter((known) => isKept(known.tapId)), verdict]),
    shownTapId: tapId,
    coveredTapIds: coveredByNext(history).filter(isKept),
    parts: [...parts, { tapId, text: part }].slice(-longestHistory),
    unseenTapIds: history.unseenTapIds.filter(isKept),
  };
}

/** Updates the verdict in place: it does not change which one the user looks at. */
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
 * Whether the visit began or ended at another window. An undone visit stays undone, even if an older response says
 * otherwise.
 */
const standsOtherwise = (before: Verdict, verdict: Verdict): boolean =>
  endOf(before) !== 'undone' && (endOf(before) !== endOf(verdict) || saysIsIn(before) !== saysIsIn(verdict));

/** The accounts of the members of whom the desk has told something. */
export const accountIdsOf = ({ verdicts }: VerdictHistory): string[] => [
  ...new Set(verdicts.filter((verdict) => !isWaiting(verdict)).flatMap((verdict) => accountIdOf(verdict) ?? [])),
];

/** Taps to ask the desk about again: those not confirmed yet, and the shown one. */
export function openTapIds(history: VerdictHistory): string[] {
  const mayEnd = (verdict: Verdict) =>
    verdict.tapId === history.shownTapId && memberOf(verdict) !== null && endOf(verdict) !== 'undone';
  return history.verdicts
    .filter((verdict) => mayBeConfirmed(verdict) || (mayEnd(verdict) && !isWaiting(verdict)))
    .map(({ tapId }) => tapId);
}
