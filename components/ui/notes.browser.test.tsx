import { expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

/** Presses or releases the mouse at a point of the test's page, which Vitest scales to fit its window. */
async function mouse(type: 'mousePressed' | 'mouseReleased', point: { x: number; y: number }) {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth);
  const scale = frame.width / window.innerWidth;
  const [x, y] = [frame.x + point.x * scale, frame.y + point.y * scale];
  await cdp().send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
}

test('a toast that comes under a press does not take it, and one that is shown does', async () => {
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
  const place = { x: (left + right) / 2, y: bottom - 60 };
  const note = page.getByText('The visit is saved.');
  const isCovered = () => {
    const box = note.query()?.closest('li')?.getBoundingClientRect();
    return box !== undefined && box.top < place.y && place.y < box.bottom;
  };
  await mouse('mousePressed', place);
  toast.success('The visit is saved.');
  await expect.poll(isCovered).toBe(true);
  await mouse('mouseReleased', place);
  await expect.poll(() => onPress.mock.calls.length).toBe(2);

  await mouse('mousePressed', place);
  await mouse('mouseReleased', place);
  expect(document.elementFromPoint(place.x, place.y)?.closest('li')).not.toBeNull();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(note).not.toBeInTheDocument();
  expect(onPress).toHaveBeenCalledTimes(2);
});
