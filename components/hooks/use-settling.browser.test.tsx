import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import { useSettling, useTurning } from './use-settling.ts';

interface RowsProps {
  names: readonly string[];
  /** The height of the first row, px. */
  first?: number;
  columns?: number;
}

function Rows({ names, first = 60, columns = 1 }: RowsProps) {
  const list = useSettling<HTMLUListElement>('li');
  if (names.length === 0) return <p>Nobody</p>;
  return (
    <ul ref={list} style={{ columns }}>
      {names.map((name, index) => (
        <li key={name} style={{ height: index === 0 ? first : 60, breakInside: 'avoid' }}>
          <button type="button">{name}</button>
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
      {isShown && <p className="h-20">A change waits.</p>}
    </>
  );
}

async function renderRows(props: RowsProps) {
  const settling = watchSettling();
  const screen = (shown: RowsProps) => (
    <>
      <div>
        <Notice />
      </div>
      <div>
        <Rows {...shown} />
      </div>
    </>
  );
  const { rerender } = await render(screen(props));
  return { settling, show: (shown: RowsProps) => rerender(screen(shown)) };
}

test.each([
  ['one that comes, and those below it', { names: ['Lena', 'Mia', 'Jan'] }, ['Mia', 'Jan']],
  ['those that move up', { names: ['Jan'] }, ['Jan']],
  ['those that change places', { names: ['Jan', 'Lena'] }, ['Jan', 'Lena']],
  ['those below one that grows', { names: ['Lena', 'Jan'], first: 120 }, ['Jan']],
  ['none whose press would still meet them', { names: ['Lena', 'Jan'], first: 79 }, []],
  ['none where nothing moves', { names: ['Lena', 'Jan'] }, []],
])('of a list that moves by itself, rows take no press for a moment: %s', async (_, moved, expected) => {
  const { settling, show } = await renderRows({ names: ['Lena', 'Jan'] });
  await show(moved);
  expect(settling()).toEqual(expected);
});

test('a row that moves within the shorter of two columns takes no press for a moment', async () => {
  const names = ['Lena', 'Jan', 'Mia', 'Omar'];
  const { settling, show } = await renderRows({ names, columns: 2 });
  await show({ names, columns: 2, first: 100 });
  expect(settling()).toEqual(['Jan']);
});

test('rows that are moved by what is below them take no press for a moment: in a centred box, and at the end of a scrolled one', async () => {
  const settling = watchSettling();
  const box = (className: string, names: readonly string[]) => (
    <div data-testid="box" className={className}>
      <Rows names={names} />
    </div>
  );
  const centred = 'fixed top-1/2 left-0 -translate-y-1/2';
  const scrolled = 'h-50 overflow-y-auto';
  const names = ['Lena', 'Jan', 'Mia', 'Omar'];
  const { rerender } = await render(box(centred, names));
  await rerender(box(centred, names.slice(0, 2)));
  expect(settling()).toEqual(['Lena', 'Jan']);

  await rerender(box(scrolled, names));
  const { length } = settling();
  const scrolling = Promise.withResolvers<unknown>();
  document.addEventListener('scroll', scrolling.resolve, { capture: true, once: true });
  page.getByTestId('box').element().scrollTop = 1_000;
  await scrolling.promise;
  await rerender(box(scrolled, names));
  expect(settling()).toHaveLength(length);
  await rerender(box(scrolled, names.slice(0, 3)));
  expect(settling().slice(length)).toEqual(['Lena', 'Jan', 'Mia']);
});

test('the moment is over soon, and a notice above the list begins one without the list', async () => {
  const animate = vi.spyOn(Element.prototype, 'animate');
  const { settling, show } = await renderRows({ names: [] });
  await show({ names: ['Lena', 'Jan'] });
  expect(settling()).toEqual([]);
  await userEvent.click(page.getByRole('textbox', { name: 'Filter' }));
  await expect.poll(settling).toEqual(['Lena', 'Jan']);
  expect(animate.mock.lastCall?.[1]).toBe(400);
  const last = animate.mock.results.at(-1)?.value as Animation; // safe because: animate returns one
  const button = page.getByRole('button', { name: 'Jan' });
  last.pause();
  last.currentTime = 0;
  await expect.element(button).toHaveStyle('pointer-events: none');
  last.finish();
  await expect.element(button).toHaveStyle('pointer-events: auto');
});

function Turning({ action }: { action: string }) {
  return (
    <button type="button" ref={useTurning<HTMLButtonElement>(action)}>
      {action}
    </button>
  );
}

test('a button that turns into its opposite takes no press for a moment, and keeps the focus', async () => {
  const settling = watchSettling();
  const { rerender } = await render(<Turning action="Check in" />);
  const button = page.getByRole('button');
  button.element().focus();
  await rerender(<Turning action="Check in" />);
  expect(settling()).toEqual([]);
  await rerender(<Turning action="Check out" />);
  expect(settling()).toEqual(['Check out']);
  await expect.element(button).toHaveFocus();
});
