import { beginsNumber, isWholeNumber, looksCoded } from './looks-coded.ts';
import { intervals, median, type PressedKey, paceOf, textOf } from './pressed-keys.ts';

/** Up to this median interval, only a machine types codes: practised people need 100 ms a key on a number pad. */
const machineMs = 70;
/** More keys than fingers can roll over in one go, and no more than the shortest number of a reader. */
const fewestKeysAtMachineSpeed = 6;
const fewestKeysToBegin = 3;
/** A slower reader is recognised by its even timing, which needs enough keys: a card of 4 bytes. */
const slowestMs = 120;
const fewestKeysInBeat = 8;
/** The largest allowed median deviation from the even interval. People deviate by a sixth and more. */
const steadyMs = 8;
const steadyShare = 0.1;

/** A person's key before a burst: the interval after it is clearly longer than the reader's intervals. */
export const personMs = 80;
const standsOutFactor = 2.5;
/** Two separate strokes are never this close together; two keys that fingers roll over may be. */
const rolledMs = 35;
const samePaceFactor = 2.2;

/** The longest interval at which keys may still belong to the reader that sent `keys`. */
export const longestIntervalLike = (keys: readonly PressedKey[]): number =>
  Math.max(rolledMs, samePaceFactor * paceOf(keys));

/**
 * Removes keys that a person typed right before the reader began. Null while a long pause has too few keys after it to
 * decide. A reader may stall too: keys before the pause count as the reader's where they begin a number at its speed,
 * or where the text proves it: `0` is the first key of `0x`, and so are the keys of a known prefix.
 */
export function withoutTypingBefore(
  run: readonly PressedKey[],
  prefixes: readonly string[],
): readonly PressedKey[] | null {
  const pauses = intervals(run);
  const lastPause = pauses.findLastIndex((pause, index) => {
    const after = pauses.slice(index + 1);
    return pause > personMs && (after.length === 0 || pause > standsOutFactor * median(after));
  });
  if (lastPause === -1) return run;
  const burst = run.slice(lastPause + 1);
  if (burst.length < fewestKeysAtMachineSpeed) return null;
  return isPrefixUpTo(lastPause, run, prefixes) || isBegunBefore(lastPause, run) ? run : burst;
}

/**
 * Whether the keys before a pause are those of a prefix, which came whole. Where the keys after it begin with one themselves, a
 * person may have typed the first.
 */
function isPrefixUpTo(pause: number, run: readonly PressedKey[], prefixes: readonly string[]): boolean {
  const after = textOf(run.slice(pause + 1));
  if (prefixes.some((prefix) => after.startsWith(prefix))) return false;
  return prefixes.some((prefix) => pause < prefix.length && textOf(run).startsWith(prefix));
}

function isBegunBefore(pause: number, run: readonly PressedKey[]): boolean {
  if (pause === 0) return textOf(run).startsWith('0x');
  return beganNumber(run) || isAtPaceOf(run.slice(pause + 1), run.slice(0, pause + 1));
}

const isAtPaceOf = (burst: readonly PressedKey[], keys: readonly PressedKey[]) =>
  paceOf(keys) <= longestIntervalLike(burst);

/** A burst that can be recognised while it comes. */
export function isAtMachineSpeed(burst: readonly PressedKey[]): boolean {
  const isFast = burst.length >= fewestKeysAtMachineSpeed && paceOf(burst) <= machineMs;
  return isFast && looksCoded(textOf(burst));
}

/** A burst that can be recognised only at its end; null for keys of a person. */
export function lateBurst(run: readonly PressedKey[], prefixes: readonly string[]): readonly PressedKey[] | null {
  const burst = withoutTypingBefore(run, prefixes) ?? run;
  if (isAtMachineSpeed(burst)) return burst;
  return keepsBeat(run) && looksCoded(textOf(run)) ? run : null;
}

/** A few keys of a number, closer together than a person can strike them: a part of a burst. */
export function isShred(run: readonly PressedKey[]): boolean {
  const isOfMachine = intervals(run).every((interval) => interval <= rolledMs);
  const text = textOf(run);
  return isOfMachine && (/^0x/i.test(text) || (run.length >= fewestKeysToBegin && beginsNumber(text)));
}

/** The keys at the end of a run, up to a key pressed at `endsAt`, that follow one another at reader speed. */
export function keysAtPace(run: readonly PressedKey[], endsAt: number, longestMs: number): readonly PressedKey[] {
  const before = run.findLastIndex((key, index) => (run[index + 1]?.at ?? endsAt) - key.at > longestMs);
  return run.slice(before + 1);
}

/** Whether more keys must follow although no burst is recognised: the run is the beginning of a card number. */
export function isUnfinished(run: readonly PressedKey[], prefixes: readonly string[]): boolean {
  return (beganNumber(run) && !isWholeNumber(textOf(run))) || beginsHex(run) || beginsWithPrefix(run, prefixes);
}

/** Whether the first keys came at machine speed and may begin a number. The keys after them may then be slow. */
function beganNumber(run: readonly PressedKey[]): boolean {
  const begin = run.slice(0, fewestKeysToBegin);
  return begin.length === fewestKeysToBegin && paceOf(begin) <= machineMs && beginsNumber(textOf(run));
}

/** Only a card number begins with `0x`, so it may be slow: a busy page receives the first keys of a scan late. */
function beginsHex(run: readonly PressedKey[]): boolean {
  const text = textOf(run);
  return /^0(x[0-9a-f]*)?$/i.test(text) && !isWholeNumber(text);
}

/** The same for a prefix of the location's readers, alone or before the beginning of a number. */
function beginsWithPrefix(run: readonly PressedKey[], prefixes: readonly string[]): boolean {
  const text = textOf(run);
  return prefixes.some((prefix) => {
    const number = text.slice(prefix.length);
    return prefix.startsWith(text) || (text.startsWith(prefix) && beginsNumber(number) && !isWholeNumber(number));
  });
}

function keepsBeat(run: readonly PressedKey[]): boolean {
  if (run.length < fewestKeysInBeat) return false;
  const beatMs = paceOf(run);
  const deviationMs = median(intervals(run).map((interval) => Math.abs(interval - beatMs)));
  return beatMs <= slowestMs && deviationMs <= Math.max(steadyMs, steadyShare * beatMs);
}
