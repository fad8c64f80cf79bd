import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { emulateMedia } from '#components/testing/browser/emulate-media.ts';
import { Segmented } from './segmented.tsx';
import { Select } from './select.tsx';

const options = [
  { value: 'reception', label: 'Reception' },
  { value: 'manager', label: 'Manager' },
];

/** Whether the element is marked by a line around it, which forced colours leave visible. */
function isMarked(element: Element) {
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return outlineStyle !== 'none' && outlineWidth !== '0px';
}

test('with forced colours, as of Windows, the chosen one of a few options has lines around it', async () => {
  await emulateMedia('forced-colors', 'active');
  await render(<Segmented label="Role" value="manager" options={options} onChange={() => {}} />);
  const marked = options.map(({ label }) => isMarked(page.getByText(label).element()));
  expect(marked).toEqual([false, true]);
});

test('with forced colours the highlighted option of a select has lines around it', async () => {
  await emulateMedia('forced-colors', 'active');
  await render(<Select label="Role" value="reception" options={options} onChange={() => {}} />);
  await page.getByRole('combobox').click();
  await userEvent.keyboard('{End}');
  const option = (name: string) => page.getByRole('option', { name }).element();
  await expect.poll(() => isMarked(option('Manager'))).toBe(true);
  expect(isMarked(option('Reception'))).toBe(false);
});

test('with forced colours a pressed button, the current page and the chosen tab have lines around them', async () => {
  await emulateMedia('forced-colors', 'active');
  await render(
    [false, true].map((isChosen) => (
      <div key={String(isChosen)} data-chosen={isChosen}>
        <button type="button" aria-pressed={isChosen}>
          At risk
        </button>
        <a href="/members" aria-current={isChosen ? 'page' : undefined}>
          Members
        </a>
        <a href="/reports" aria-current={isChosen ? 'true' : undefined}>
          This week
        </a>
        <button type="button" role="tab" aria-selected={isChosen}>
          Visits
        </button>
      </div>
    )),
  );
  const marked = [...document.querySelectorAll('[data-chosen] > *')].map(isMarked);
  expect(marked).toEqual([false, false, false, false, true, true, true, true]);
});
