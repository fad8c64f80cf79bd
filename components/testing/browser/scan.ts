import { cdp } from 'vitest/browser';

const readerKeyMs = 4;
/** The pause between typing and a scan, so that neither is taken for the other. */
const restMs = 300;

let lastAt = Number.NEGATIVE_INFINITY;
const hear = ({ timeStamp }: KeyboardEvent) => {
  lastAt = Math.max(lastAt, timeStamp);
};
window.addEventListener('keydown', hear, { capture: true });

const keysOf = (value: string) => [...value].map((key) => ({ key, text: key }));
const steadily = () => readerKeyMs;
/** A person's intervals are uneven. */
const byHand = (index: number) => [140, 190, 120, 170][index % 4] ?? 150;

const cardOf = (value: string) => [...keysOf(value), { key: 'Enter', text: '\r' }];

/** Holds a card to the reader. */
export const scan = (value: string): Promise<void> => press(cardOf(value), steadily);

/** The same with a pause after the first key. */
export const scanHesitatingly = (value: string, afterMs: number): Promise<void> =>
  press(cardOf(value), (index) => (index === 0 ? afterMs : readerKeyMs));

/** A pause that ends every scan before it. */
const silenceMs = 1_200;

/** Holds a card to the reader after such a pause. */
export const scanLater = (value: string): Promise<void> => press(cardOf(value), steadily, -silenceMs);

/** Sends keys as evenly as a reader does, without an end key, after a long pause. */
export const sendKeys = (value: string, { everyMs }: { everyMs: number }): Promise<void> =>
  press(keysOf(value), () => everyMs, -silenceMs);

/** Types keys with old timestamps, all delivered at once, as after a busy page. */
export const typeLongAgo = (value: string): Promise<void> => press(keysOf(value), byHand, 2_000);

/**
 * Sends all keys at once, each with the time of its press, so that a slow machine does not turn typing into a scan. The
 * times are later than those of all earlier keys, and the events are sent only when the last press would have happened.
 */
async function press(keys: readonly { key: string; text: string }[], intervalMs: (index: number) => number, agoMs = 0) {
  window.focus();
  // opens the session first: several calls that open it at once would deliver their keys in random order
  await cdp().send('Input.setIgnoreInputEvents', { ignore: false });
  const offsets = keys.map((_, index) => keys.slice(0, index).reduce((sum, _key, at) => sum + intervalMs(at), 0));
  const lengthMs = offsets.at(-1) ?? 0;
  const beganAt = Math.max(performance.now() - lengthMs - agoMs, lastAt + restMs);
  await passed(beganAt + lengthMs);
  const events = keys.flatMap(({ key, text }, index) => {
    const timestamp = (performance.timeOrigin + beganAt + (offsets[index] ?? 0)) / 1_000;
    return [{ type: 'keyDown', key, text, timestamp } as const, { type: 'keyUp', key, timestamp } as const];
  });
  await Promise.all(events.map((event) => cdp().send('Input.dispatchKeyEvent', event)));
  await passed(beganAt + lengthMs + restMs);
}

const passed = (at: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
