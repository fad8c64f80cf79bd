import { isWholeWithoutKey, learnEndKey, learnFromRepetition } from '#lib/wire/reader/reader-habit.ts';
import { type BurstState, type BurstStep, unchanged } from './burst-step.ts';
import { beginsAnew, doubtfulBefore, doubtfulBeside } from './doubtful-keys.ts';
import { type Fragment, keysOf, remembered, withoutStrays, withTyped } from './fragments.ts';
import { partOf } from './lengths-of-cards.ts';
import { looksCoded } from './looks-coded.ts';
import { type PressedKey, textOf } from './pressed-keys.ts';
import { isShred, keysAtPace, lateBurst, longestIntervalLike } from './whose-keys.ts';

/** Readers end with Enter, Tab, both, or Enter twice: the second key must not reach the page either. */
const trailingKeyMs = 250;
/** After a cut, this many keys at reader speed are its rest, however late the end key comes. */
const fewestKeysOfRest = 2;
/** With this many keys before it that no word explains, a fast Enter is a reader's: no person is that quick. */
const fewestKeysInDoubt = 3;

type EndKeyPressed = 'Enter' | 'Tab';

/** Ends the run after a long enough pause. From a reader with an end key, the keys are only a part of a card. */
export function endInSilence(state: BurstState, overAt: number): BurstStep {
  const { run, isRecognised, isReopened, habit } = state;
  const closed = { ...state, run: [], isRecognised: false, isReopened: false };
  const burst = isRecognised ? run : (lateBurst(run, habit.prefixes) ?? (isShred(run) ? run : null));
  if (!burst) return endStray(closed, run, overAt);
  const fragments = isRecognised ? state.fragments : withTyped(state.fragments, run, burst);
  const step = endBurstInSilence({ ...closed, fragments }, burst, { overAt, isLate: !isRecognised || isReopened });
  return isRecognised ? step : { ...step, restoreTo: firstOf(burst) };
}

/** Enter or Tab: a reader's, which completes a card, or a person's. */
export function endByKey(state: BurstState, key: EndKeyPressed, at: number): BurstStep {
  const { run, isRecognised } = state;
  if (run.length === 0) return endNothing(state, key, at);
  const { lengths, prefixes } = state.habit;
  const burst = isRecognised ? run : lateBurst(run, prefixes);
  if (!burst) return endFewKeys(state, key, at);

  const fragments = isRecognised ? state.fragments : withTyped(state.fragments, run, burst);
  const cut = keysOf(fragments, 'cut');
  const doubtful = doubtfulBefore(keysOf(fragments, 'stray'), burst, lengths);
  const { voids } = partOf(fragments, burst, lengths);
  const isAnother = beginsAnew(burst, cut);
  const isCut = !isAnother && (cut.length > 0 || doubtful.length > 0 || voids.length > 0);
  const text = textOf(burst);
  const step = endOfReader(state, key, at, isCut ? null : text);
  const restoreTo = isRecognised ? [] : firstOf(burst);
  return isCut
    ? { ...step, ...takenBack(doubtful, restoreTo), ended: { type: 'cut', text, voids } }
    : { ...step, restoreTo, ended: { type: 'scan', id: idOf(burst), text } };
}

function endBurstInSilence(
  state: BurstState,
  burst: readonly PressedKey[],
  { overAt, isLate }: { overAt: number; isLate: boolean },
): BurstStep {
  const text = textOf(burst);
  const lastCut = state.fragments.findLast(({ kind }) => kind === 'cut');
  const isRepeated = lastCut !== undefined && textOf(lastCut.keys) === text && isTelling(text);
  const habit = isRepeated ? learnFromRepetition(state.habit, text) : state.habit;
  const fragments = isRepeated ? state.fragments.filter((fragment) => fragment !== lastCut) : state.fragments;
  const { isPart, voids } = partOf(fragments, burst, habit.lengths);
  const isScan = isWholeWithoutKey(habit, text) && !isPart;
  const end: Fragment = isScan
    ? { keys: burst, kind: 'scan' }
    : { keys: burst, kind: 'cut', openUntil: overAt, isLate };
  const next = { ...state, habit, fragments: [...voided(state.fragments, voids), end] };
  return isScan
    ? {
        ...unchanged({ ...next, lastScanEndedAt: overAt }),
        ended: { type: 'scan', id: idOf(burst), text },
      }
    : { ...unchanged(next), ended: { type: 'cut', text, voids } };
}

/** Whether a repeated text cannot be chance: `00000` may be both halves of one number. */
const isTelling = (text: string) => text.length >= 8 && new Set(text).size >= 4;

/** Keys of a person, unless they continue a scan without an end key that seemed whole. */
function endStray(state: BurstState, run: readonly PressedKey[], overAt: number): BurstStep {
  const scan = keysOf(state.fragments, 'scan');
  const isDoubtful = scan.length > 0 && doubtfulBeside(run, scan).length > 0;
  const { voids } = isDoubtful ? partOf(state.fragments, run, state.habit.lengths) : { voids: [] };
  const openUntil = voids.length > 0 ? 0 : overAt;
  const fragments: Fragment[] = [...voided(state.fragments, voids), { keys: run, kind: 'stray', openUntil }];
  const step = unchanged({ ...state, fragments });
  return voids.length > 0
    ? { ...step, doubted: idsOf(run), ended: { type: 'cut', text: textOf(run), voids } }
    : { ...step, ended: { type: 'typing' } };
}

/**
 * Enter with no keys before it: a reader's second end key, an end key that was cut off from its card, or a person's.
 */
function endNothing(state: BurstState, key: EndKeyPressed, at: number): BurstStep {
  if (at - state.lastScanEndedAt <= trailingKeyMs) {
    return { ...unchanged({ ...state, habit: learnEndKey(state.habit, key, null) }), isSwallowed: true };
  }
  const fragments = remembered(state.fragments, at);
  const last = fragments.findLastIndex(({ kind }) => kind === 'cut');
  const strays = keysOf(fragments.slice(last + 1), 'stray');
  const doubtful = doubtfulBeside(strays, keysOf(fragments, 'cut'));
  const isOfReader = last !== -1 && (strays.length === 0 || doubtful.length > 0);
  return isOfReader
    ? { ...endOfReader(state, key, at), ...takenBack(doubtful, []) }
    : unchanged({ ...state, fragments: withoutStrays(fragments) });
}

/** A few keys and Enter: the rest of a cut card, unless a person typed them. */
function endFewKeys(state: BurstState, key: EndKeyPressed, at: number): BurstStep {
  const { run, fragments } = state;
  const rest = restOf(run, at, keysOf(fragments, 'cut'));
  const before = [...keysOf(fragments, 'stray'), ...run.slice(0, run.length - rest.length)];
  const doubtful = rest.length > 0 ? doubtfulBeside(before, rest) : [];
  // after typed text, a few more keys are nothing that can be looked up
  const isShredOfMore = before.length > 0 && isShred(rest);
  const together = [...doubtful, ...rest];
  const isInDoubt = doubtful.length > 0 && together.length >= fewestKeysInDoubt && looksCoded(textOf(together));
  const isRest = rest.length > 0 && (isShredOfMore || isInDoubt || fragments.some(({ kind }) => kind === 'cut'));
  if (!isRest) {
    return { ...unchanged({ ...state, run: [], fragments: withoutStrays(fragments) }), ended: { type: 'typing' } };
  }
  const ended = { type: 'cut', text: textOf(rest), voids: [] } as const;
  return { ...endOfReader(state, key, at), ...takenBack(doubtful, firstOf(rest)), ended };
}

/** The end of a run at a speed that only a reader reaches; after a cut, also a few keys that nothing tells apart. */
function restOf(run: readonly PressedKey[], at: number, cut: readonly PressedKey[]): readonly PressedKey[] {
  const longestMs = longestIntervalLike(cut);
  // the end key may be late too
  const alone = keysAtPace(run, run.at(-1)?.at ?? at, longestMs);
  if (cut.length > 0 ? alone.length >= fewestKeysOfRest : isShred(alone)) return alone;
  const withEndKey = keysAtPace(run, at, longestMs);
  return withEndKey.length > 0 || cut.length === 0 ? withEndKey : doubtfulBeside(run, cut);
}

/** The reader has ended its scan, whole or not. The next keys are unrelated. */
function endOfReader(state: BurstState, key: EndKeyPressed, at: number, whole: string | null = null): BurstStep {
  const habit = learnEndKey(state.habit, key, whole);
  return {
    ...unchanged({
      ...state,
      run: [],
      isRecognised: false,
      isReopened: false,
      fragments: [],
      lastScanEndedAt: at,
      habit,
    }),
    isSwallowed: true,
  };
}

/** Where several keys came at a speed that only a reader reaches, they are certainly not a person's. */
function takenBack(
  doubtful: readonly PressedKey[],
  restoreTo: readonly number[],
): Pick<BurstStep, 'restoreTo' | 'doubted'> {
  const isOfReader = doubtful.length > 1 && isShred(doubtful);
  const ids = idsOf(doubtful);
  return isOfReader ? { restoreTo: [...restoreTo, ...ids], doubted: [] } : { restoreTo, doubted: ids };
}

const voided = (fragments: readonly Fragment[], voids: readonly number[]): readonly Fragment[] =>
  fragments.map((fragment) =>
    voids.includes(idOf(fragment.keys)) ? { ...fragment, kind: 'cut', openUntil: 0 } : fragment,
  );

const idOf = (keys: readonly PressedKey[]): number => keys[0]?.id ?? 0;
const firstOf = (keys: readonly PressedKey[]): number[] => keys.slice(0, 1).map(({ id }) => id);
/** Newest first: undone in this order, each one restores the state before it. */
const idsOf = (keys: readonly PressedKey[]): number[] => keys.map(({ id }) => id).toReversed();
