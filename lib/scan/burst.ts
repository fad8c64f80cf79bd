import { beginsNumber, isWholeNumber, looksCoded } from './looks-coded.ts';

/** A pause longer than this ends a burst. Slow readers leave up to 120 ms between keys, and a key may come late. */
const pauseMs = 200;
/** Where more is to come, the rest of a number or the reader's Enter: readers on Bluetooth falter for that long. */
const falterMs = 1000;

/** Up to this median interval only a machine types codes: on a number pad, practised people need 100 ms a key. */
const machineMs = 70;
/** Keys that fingers may roll over in one go are fewer than the shortest number of a reader. */
const fewestKeysAtMachineSpeed = 6;
const fewestKeysToBegin = 3;
/** Slower than that, a reader is known by its even beat, for which there must be enough keys: a card of 4 bytes. */
const slowestMs = 120;
const fewestKeysInBeat = 8;
/** How far the middle one of all deviations may be from the beat. People are off by a sixth and more. */
const steadyMs = 8;
const steadyShare = 0.1;

/** A person's key before a burst: the interval after it stands out from those of the reader. */
const personMs = 80;
const standsOutFactor = 2.5;

/** Readers end with Enter, Tab, both, or Enter twice: the second one must not reach the page either. */
const trailingKeyMs = 250;
/** Somebody who pressed a key this shortly before is still typing when a burst begins. */
const typingPauseMs = 1000;

interface PressedKey {
  id: number;
  text: string;
  at: number;
}

export interface BurstState {
  /** Keys since the last pause, from the first key of the burst once it is recognised. */
  run: readonly PressedKey[];
  isRecognised: boolean;
  /** Whether the run began while somebody was typing. */
  beganWhileTyping: boolean;
  lastTypedAt: number;
  lastScanEndedAt: number;
  /** Whether the scan before ended with Enter or Tab, so that the next one will too. */
  endsByKey: boolean;
}

export const initialBurst: BurstState = {
  run: [],
  isRecognised: false,
  beganWhileTyping: false,
  lastTypedAt: Number.NEGATIVE_INFINITY,
  lastScanEndedAt: Number.NEGATIVE_INFINITY,
  endsByKey: false,
};

export type BurstEvent =
  /** `key` as in `KeyboardEvent.key`; `at` in ms of one clock; ids grow. */
  | { type: 'key'; id: number; key: string; at: number; isRepeat?: boolean }
  /** The clock shows `at` and no key came: due at `silentAt`. */
  | { type: 'silence'; at: number };

export interface BurstStep {
  state: BurstState;
  /** The key must not reach the page: neither a field, nor a form, nor a button. */
  isSwallowed: boolean;
  /** The burst began with the key of this id: undo what it and the keys after it did to the page. */
  restoreTo: number | null;
  /** What has just ended: a burst from a reader, or keys of a person, which the page already has. */
  ended: { type: 'scan'; text: string } | { type: 'typing' } | null;
}

/** When the open run is over if no other key comes; null where none is open. */
export function silentAt({ run, isRecognised, endsByKey }: BurstState): number | null {
  const last = run.at(-1);
  if (!last) return null;
  // a card of 7 bytes looks like a whole one of 4 on its way
  const isMoreToCome = (isRecognised && endsByKey) || isUnfinishedNumber(run) || beginsWithPrefix(run);
  return last.at + (isMoreToCome ? falterMs : pauseMs);
}

/**
 * Tells a reader, which is a keyboard to the browser, from a person. Keys reach the page until a burst is recognised;
 * the step that recognises it says from which key on the page is to be put back. What the page is like before a key is to
 * be remembered once the step of that key was applied.
 *
 * A burst is recognised at once when it comes at machine speed, and at its end when it comes slower but in an even
 * beat. In both cases its text must look like a code: a name typed by a program or a very fast person stays text.
 */
export function stepBurst(state: BurstState, event: BurstEvent): BurstStep {
  const overAt = silentAt(state);
  const isOver = overAt !== null && event.at > overAt;
  if (event.type === 'silence') return isOver ? endRun(state, overAt) : unchanged(state);
  if (!isOver) return pressKey(state, event);

  const ended = endRun(state, overAt);
  const step = pressKey(ended.state, event);
  return { ...step, restoreTo: ended.restoreTo ?? step.restoreTo, ended: ended.ended ?? step.ended };
}

function pressKey(state: BurstState, { id, key, at, isRepeat }: BurstEvent & { type: 'key' }): BurstStep {
  if (modifierKeys.has(key)) return unchanged(state);
  if (key === 'Enter' || key === 'Tab') return pressTerminator(state, at);
  if (isRepeat || [...key].length !== 1) {
    return state.isRecognised
      ? { ...unchanged(state), isSwallowed: true }
      : { ...unchanged(interrupted(state, at)), ended: state.run.length > 0 ? { type: 'typing' } : null };
  }

  const beganWhileTyping = state.run.length > 0 ? state.beganWhileTyping : at - state.lastTypedAt < typingPauseMs;
  const run = [...state.run, { id, text: key, at }];
  if (state.isRecognised) return { ...unchanged({ ...state, run }), isSwallowed: true };

  const burst = withoutTypingBefore(run, beganWhileTyping);
  if (!burst || !isAtMachineSpeed(burst)) return unchanged({ ...state, run, beganWhileTyping });
  return {
    state: { ...state, run: burst, beganWhileTyping, isRecognised: true },
    isSwallowed: true,
    restoreTo: burst[0]?.id ?? id,
    ended: null,
  };
}

function pressTerminator(state: BurstState, at: number): BurstStep {
  if (state.run.length === 0) {
    return { ...unchanged(state), isSwallowed: at - state.lastScanEndedAt <= trailingKeyMs };
  }
  const step = endRun(state, at);
  const isScan = step.ended?.type === 'scan';
  return { ...step, state: { ...step.state, endsByKey: isScan || step.state.endsByKey }, isSwallowed: isScan };
}

function endRun(state: BurstState, at: number): BurstStep {
  const burst = state.isRecognised ? state.run : lateBurst(state);
  if (!burst) {
    return { ...unchanged(interrupted(state, state.run.at(-1)?.at ?? at)), ended: { type: 'typing' } };
  }
  return {
    state: { ...initialBurst, lastScanEndedAt: at },
    isSwallowed: false,
    restoreTo: state.isRecognised ? null : (burst[0]?.id ?? null),
    ended: { type: 'scan', text: textOf(burst) },
  };
}

/** A burst that can be told only once it is whole. */
function lateBurst({ run, beganWhileTyping }: BurstState): readonly PressedKey[] | null {
  const burst = withoutTypingBefore(run, beganWhileTyping) ?? run;
  if (isAtMachineSpeed(burst)) return burst;
  return keepsBeat(run) && looksCoded(textOf(run)) ? run : null;
}

const modifierKeys: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'NumLock', 'AltGraph']);

function unchanged(state: BurstState): BurstStep {
  return { state, isSwallowed: false, restoreTo: null, ended: null };
}

function interrupted(state: BurstState, lastTypedAt: number): BurstState {
  const { lastScanEndedAt, endsByKey } = state;
  return { ...initialBurst, lastTypedAt, lastScanEndedAt, endsByKey };
}

/**
 * Leaves out what a person typed right before the reader began. Null while a pause stands out and too few keys have
 * come after it to say whose it was. A reader may hesitate too: one key before the pause counts as typed only if
 * somebody was typing, several if they came at the pace of a person.
 */
function withoutTypingBefore(run: readonly PressedKey[], beganWhileTyping: boolean): readonly PressedKey[] | null {
  const pauses = intervals(run);
  const lastPause = pauses.findLastIndex((pause, index) => {
    const after = pauses.slice(index + 1);
    return pause > personMs && (after.length === 0 || pause > standsOutFactor * median(after));
  });
  if (lastPause === -1) return run;
  const burst = run.slice(lastPause + 1);
  if (burst.length < fewestKeysAtMachineSpeed) return null;
  const isFirstKeyTyped = !textOf(run).startsWith('0x') && (beganWhileTyping || (pauses[0] ?? 0) > pauseMs);
  const isPaceOfPerson = median(pauses.slice(0, lastPause)) > personMs && !beganNumber(run);
  const isTyped = lastPause === 0 ? isFirstKeyTyped : isPaceOfPerson;
  return isTyped ? burst : run;
}

function isAtMachineSpeed(burst: readonly PressedKey[]): boolean {
  const isFast = burst.length >= fewestKeysAtMachineSpeed && median(intervals(burst)) <= machineMs;
  return isFast && looksCoded(textOf(burst));
}

/** Whether the first keys came at machine speed and may begin a number: what follows may falter as it likes. */
function beganNumber(run: readonly PressedKey[]): boolean {
  const begin = run.slice(0, fewestKeysToBegin);
  return begin.length === fewestKeysToBegin && median(intervals(begin)) <= machineMs && beginsNumber(textOf(run));
}

const isUnfinishedNumber = (run: readonly PressedKey[]) => beganNumber(run) && !isWholeNumber(textOf(run));

/** A busy page hears the first keys of a scan late, and nothing but a card number begins with `0x`: it may take its time. */
function beginsWithPrefix(run: readonly PressedKey[]): boolean {
  const text = textOf(run);
  return /^0(x[0-9a-f]*)?$/i.test(text) && !isWholeNumber(text);
}

function keepsBeat(run: readonly PressedKey[]): boolean {
  if (run.length < fewestKeysInBeat) return false;
  const beatMs = median(intervals(run));
  const deviationMs = median(intervals(run).map((interval) => Math.abs(interval - beatMs)));
  return beatMs <= slowestMs && deviationMs <= Math.max(steadyMs, steadyShare * beatMs);
}

function intervals(run: readonly PressedKey[]): number[] {
  return run.slice(1).map((key, index) => key.at - (run[index]?.at ?? key.at));
}

/** Not the mean: one key that comes late says nothing about the others. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

function textOf(run: readonly PressedKey[]): string {
  return run.map((key) => key.text).join('');
}
