import { onTestFinished } from 'vitest';

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

/** The element that a press at the middle of this one reaches. */
export function pressedAt(element: Element): Element | null {
  const { x, y, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2);
}
