import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { emulateMedia } from '#components/testing/browser/emulate-media.ts';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

/** A button across the bottom of the page, and a point of it that a toast covers. */
async function renderButton() {
  const onPress = vi.fn();
  await render(
    <>
      <button type="button" className="fixed inset-x-0 bottom-0 h-64" onClick={onPress}>
        Check in
      </button>
      <Toaster closeLabel="Close" />
    </>,
  );
  const button = page.getByRole('button', { name: 'Check in' });
  await button.click({ position: { x: 10, y: 10 } });
  expect(onPress).toHaveBeenCalledTimes(1);
  const { left, right, bottom } = button.element().getBoundingClientRect();
  const point = { x: (left + right) / 2, y: bottom - 60 };
  const note = page.getByText('The visit is saved.');
  const isCovered = () => {
    const box = note.query()?.closest('li')?.getBoundingClientRect();
    return box !== undefined && box.top < point.y && point.y < box.bottom;
  };
  return { onPress, point, note, isCovered };
}

/** The point in the browser's window, to which Vitest scales the test's page. */
function inWindow({ x, y }: { x: number; y: number }) {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth);
  const scale = frame.width / window.innerWidth;
  return { x: frame.x + x * scale, y: frame.y + y * scale };
}

const mouse = (type: 'mousePressed' | 'mouseReleased', point: { x: number; y: number }) =>
  cdp().send('Input.dispatchMouseEvent', { type, ...inWindow(point), button: 'left', clickCount: 1 });

test('a toast that comes under a press does not take it, and one that is shown does', async () => {
  const { onPress, point, note, isCovered } = await renderButton();
  await mouse('mousePressed', point);
  toast.success('The visit is saved.');
  await expect.poll(isCovered).toBe(true);
  const shown = note.element().closest('li');
  await Promise.all(shown?.getAnimations().map(({ finished }) => finished) ?? []);
  await mouse('mouseReleased', point);
  await expect.poll(() => onPress.mock.calls.length).toBe(2);

  await mouse('mousePressed', point);
  await mouse('mouseReleased', point);
  expect(document.elementFromPoint(point.x, point.y)?.closest('li')).toBe(shown);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(note).not.toBeInTheDocument();
  expect(onPress).toHaveBeenCalledTimes(2);
});

test.each(['no-preference', 'reduce'])(
  'a quick tap while a toast slides in, or at once appears, reaches what is under it: %s',
  async (motion) => {
    await emulateMedia('prefers-reduced-motion', motion);
    const sliding = document.createElement('style');
    sliding.textContent = '.appears-over-page { animation-play-state: paused !important; }';
    document.head.append(sliding);
    onTestFinished(() => sliding.remove());
    const { onPress, point, isCovered } = await renderButton();
    toast.success('The visit is saved.');
    await expect.poll(isCovered).toBe(true);
    await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [inWindow(point)] });
    await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => onPress.mock.calls.length).toBe(2);
  },
);
