import { onTestFinished, vi } from 'vitest';

/** @returns reads the texts of what took no press for a moment, because it had moved or turned into something else */
export function watchSettling(): () => string[] {
  const animate = vi.spyOn(Element.prototype, 'animate');
  onTestFinished(() => animate.mockRestore());
  return () =>
    animate.mock.calls.flatMap(([frames], index) => {
      const element: unknown = animate.mock.contexts[index];
      const isPassed = frames !== null && 'pointerEvents' in frames;
      return isPassed && element instanceof Element ? [element.textContent ?? ''] : [];
    });
}
