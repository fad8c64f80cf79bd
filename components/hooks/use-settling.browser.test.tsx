import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useSettling } from './use-settling.ts';

function Rows({ names }: { names: string[] }) {
  const list = useSettling<HTMLUListElement>(names.join(' '));
  if (names.length === 0) return <p>Nobody</p>;
  return (
    <ul ref={list}>
      {names.map((name) => (
        <li key={name}>
          <button type="button">Done: {name}</button>
        </li>
      ))}
    </ul>
  );
}

/** A notice that appears without a render of the list. */
function Notice() {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <input aria-label="Filter" onFocus={() => setShown(true)} />
      {isShown && <p>A change waits.</p>}
    </>
  );
}

async function renderRows(names: string[]) {
  const screen = (shown: string[]) => (
    <div>
      <Notice />
      <Rows names={shown} />
    </div>
  );
  const { rerender } = await render(screen(names));
  return (shown: string[]) => rerender(screen(shown));
}

afterEach(() => void vi.restoreAllMocks());

const button = page.getByRole('button', { name: 'Done: Jan' });

/** Whether the last animation lets no press reach the button, and its end does. */
async function expectSettling(animate: { mock: { results: { value: unknown }[] } }) {
  const settling = animate.mock.results.at(-1)?.value as Animation; // safe because: animate returns one
  settling.pause();
  settling.currentTime = 0;
  await expect.element(button).toHaveStyle('pointer-events: none');
  settling.finish();
  await expect.element(button).toHaveStyle('pointer-events: auto');
}

test.each([
  ['a row comes', ['Mia', 'Lena', 'Jan']],
  ['a row goes', ['Jan']],
  ['rows change places', ['Jan', 'Lena']],
])('a list takes no press for a moment after %s', async (_, moved) => {
  const animate = vi.spyOn(Element.prototype, 'animate');
  const show = await renderRows(['Lena', 'Jan']);
  await show(['Lena', 'Jan']);
  expect(animate).not.toHaveBeenCalled();
  await show(moved);
  await expectSettling(animate);
});

test('a list takes no press for a moment after a notice has appeared above it, also one that was empty at first', async () => {
  const animate = vi.spyOn(Element.prototype, 'animate');
  const show = await renderRows([]);
  await show(['Lena', 'Jan']);
  expect(animate).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('textbox', { name: 'Filter' }));
  await expect.element(page.getByText('A change waits.')).toBeVisible();
  await expect.poll(() => animate.mock.results.length).toBe(1);
  await expectSettling(animate);
});
