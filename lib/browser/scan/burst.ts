import { isWholeWithoutKey } from '#lib/wire/reader/reader-habit.ts';
import { type BurstEvent, type BurstState, type BurstStep, unchanged } from './burst-step.ts';
import { endByKey, endInSilence } from './end-of-run.ts';
import { remembered, withoutStrays, withTyped } from './fragments.ts';
import { textOf } from './pressed-keys.ts';
import { isAtMachineSpeed, isUnfinished, withoutTypingBefore } from './whose-keys.ts';

/** A pause longer than this ends a burst. Slow readers leave up to 120 ms between keys, and a key may come late. */
const pauseMs = 200;
/**
 * The longer pause where more keys must follow (the rest of a number or the end key): Bluetooth readers stall this
 * long.
 */
const falterMs = 1000;

/** When the open run ends if no other key comes; null where no run is open. */
export function silentAt({ run, isRecognised, habit }: BurstState): number | null {
  const last = run.at(-1);
  if (!last) return null;
  const isMoreToCome = isRecognised ? !isWholeWithoutKey(habit, textOf(run)) : isUnfinished(run, habit.prefixes);
  return last.at + (isMoreToCome ? falterMs : pauseMs);
}

/** The oldest key that may still have to be undone; infinite where there is none. */
export function oldestOpenKey({ run, fragments, isRecognised }: BurstState): number {
  const strays = fragments.flatMap(({ kind, keys }) => (kind === 'stray' ? keys : []));
  return Math.min(...[...strays, ...(isRecognised ? [] : run)].map(({ id }) => id));
}

/**
 * Distinguishes a reader (a keyboard wedge: to the browser it is a keyboard) from a person. Keys reach the page until a
 * burst is recognised; the step that recognises it names the key from which the page has to be restored. For this the
 * caller takes a snapshot of the page at each key, after it has applied that key's step and before the page handles it.
 *
 * A burst is recognised at once when it comes at machine speed, and at its end when it is slower but evenly timed. In
 * both cases its text must look like a code: a name typed by a program or by a very fast person stays text. Whether a
 * burst is a whole card or a part of one is decided at its end.
 */
export function stepBurst(state: BurstState, event: BurstEvent): BurstStep {
  switch (event.type) {
    case 'pointer':
      return unchanged({ ...state, fragments: withoutStrays(state.fragments) });
    case 'silence': {
      const overAt = silentAt(state);
      return overAt !== null && event.at > overAt ? endInSilence(state, overAt) : unchanged(state);
    }
    case 'key':
      return stepKey(state, event);
  }
}

/** Handles a key. If the pause before it was long enough, the burst before it ends first. */
function stepKey(state: BurstState, event: BurstEvent & { type: 'key' }): BurstStep {
  const overAt = silentAt(state);
  if (overAt === null || event.at <= overAt) return pressKey(goOn(state, event.at), event);

  const ended = endInSilence(state, overAt);
  const step = pressKey(ended.state, event);
  return {
    ...step,
    restoreTo: [...step.restoreTo, ...ended.restoreTo],
    doubted: [...step.doubted, ...ended.doubted],
    ended: ended.ended ?? step.ended,
  };
}

/** Reopens a run that the timer ended too early: a busy page receives key events late, with their real time in `at`. */
function goOn(state: BurstState, at: number): BurstState {
  const last = state.fragments.at(-1);
  if (state.run.length > 0 || !last || last.kind === 'scan' || at > last.openUntil) return state;
  const isRecognised = last.kind === 'cut';
  const isReopened = isRecognised && last.isLate === true;
  return { ...state, run: last.keys, isRecognised, isReopened, fragments: state.fragments.slice(0, -1) };
}

function pressKey(state: BurstState, { id, key, at, isRepeat }: BurstEvent & { type: 'key' }): BurstStep {
  if (modifierKeys.has(key)) return unchanged(state);
  if (key === 'Enter' || key === 'Tab') return endByKey(state, key, at);
  if (isRepeat || [...key].length !== 1) {
    if (state.isRecognised) return { ...unchanged(state), isSwallowed: true };
    const fragments = withoutStrays(state.fragments);
    return { ...unchanged({ ...state, run: [], fragments }), ended: state.run.length > 0 ? { type: 'typing' } : null };
  }

  const fragments = state.run.length > 0 ? state.fragments : remembered(state.fragments, at);
  const run = [...state.run, { id, text: key, at }];
  const { isRecognised, isReopened, habit } = state;
  const burst = isRecognised && !isReopened ? null : withoutTypingBefore(run, habit.prefixes);
  if (!burst || !isAtMachineSpeed(burst)) {
    return { ...unchanged({ ...state, run, fragments }), isSwallowed: isRecognised };
  }
  const recognised = { run: burst, isRecognised: true, isReopened: false, fragments: withTyped(fragments, run, burst) };
  return {
    ...unchanged({ ...state, ...recognised }),
    isSwallowed: true,
    restoreTo: isReopened ? [] : [burst[0]?.id ?? id],
  };
}

const modifierKeys: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'NumLock', 'AltGraph']);
