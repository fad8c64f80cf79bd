import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useSettling } from './use-settling.ts';

function Screen({ names, notice }: { names: string[]; notice?: string }) {
  return (
    <>
      {notice && <p>{notice}</p>}
      <ul ref={useSettling<HTMLUListElement>(names.join(' '))}>
        {names.map((name) => (
          <li key={name}>
            <button type="button">Done: {name}</button>
          </li>
        ))}
      </ul>
    </>
  );
}

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['a row comes', { names: ['Mia', 'Lena', 'Jan'] }],
  ['a row goes', { names: ['Jan'] }],
  ['rows change places', { names: ['Jan', 'Lena'] }],
  ['a notice appears above it', { names: ['Lena', 'Jan'], notice: 'A change waits.' }],
])('a list takes no press for a moment after %s', async (_, moved) => {
  const animate = vi.spyOn(Element.prototype, 'animate');
  const { rerender } = await render(<Screen names={['Lena', 'Jan']} />);
  await rerender(<Screen names={['Lena', 'Jan']} />);
  expect(animate).not.toHaveBeenCalled();

  await rerender(<Screen {...moved} />);
  const [settling] = animate.mock.results.map(({ value }) => value as Animation); // safe because: animate returns one
  settling?.pause();
  if (settling) settling.currentTime = 0;
  const button = page.getByRole('button', { name: 'Done: Jan' });
  await expect.element(button).toHaveStyle('pointer-events: none');
  settling?.finish();
  await expect.element(button).toHaveStyle('pointer-events: auto');
});
