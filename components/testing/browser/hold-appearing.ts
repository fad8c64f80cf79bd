import { onTestFinished } from 'vitest';
import type { Locator } from 'vitest/browser';

/** What appears while the returned object is held stays in its first moment, in which it takes no press, however slow the machine is. */
export function holdAppearing(): { hold(): void; release(): void } {
  const held = document.createElement('style');
  held.textContent = '.appears-over-page, .takes-no-early-press { animation-play-state: paused !important; }';
  const release = () => held.remove();
  const hold = () => document.head.append(held);
  hold();
  onTestFinished(release);
  return { hold, release };
}

/** Whether a press at the middle of this element reaches it. */
export function takesPress(of: Locator): boolean {
  const element = of.element();
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
