import { cdp } from 'vitest/browser';

const readerKeyMs = 4;
/** Between what a hand does and what a reader sends, so that neither is taken for the other. */
const restMs = 300;

let lastAt = Number.NEGATIVE_INFINITY;
const hear = ({ timeStamp }: KeyboardEvent) => {
  lastAt = Math.max(lastAt, timeStamp);
};
window.addEventListener('keydown', hear, { capture: true });

const keysOf = (value: string) => [...value].map((key) => ({ key, text: key }));
const steadily = () => readerKeyMs;
/** No two of a person's keys follow each other alike. */
const byHand = (index: number) => [140, 190, 120, 170][index % 4] ?? 150;

/** Holds a card to the reader. */
export const scan = (value: string): Promise<void> => press([...keysOf(value), { key: 'Enter', text: '\r' }], steadily);

/** Keys that a hand pressed some time ago, and that a page which was busy hears of at once. */
export const typeLongAgo = (value: string): Promise<void> => press(keysOf(value), byHand, 2_000);

/**
 * All keys are sent at once, and each says when it was pressed, so that a busy machine makes no person's typing of a card:
 * after every key that came before, on a quick machine too, and not before the last of them can have been pressed.
 */
async function press(keys: readonly { key: string; text: string }[], intervalMs: (index: number) => number, agoMs = 0) {
  window.focus();
  // opens the session: those that many begin at once would each bring keys in an order of its own
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
