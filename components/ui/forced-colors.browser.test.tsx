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

/** Lines around an element, which forced colours leave visible. */
function linesOf(element: Element | null | undefined) {
  if (!element) return null;
  const { borderStyle, borderWidth, outlineStyle, outlineWidth } = getComputedStyle(element);
  const hasBorder = borderStyle !== 'none' && borderWidth !== '0px';
  return hasBorder || (outlineStyle !== 'none' && outlineWidth !== '0px');
}

test('with forced colours, as of Windows, the chosen one of a few options has lines around it', async () => {
  await emulateMedia('forced-colors', 'active');
  await render(<Segmented label="Role" value="manager" options={options} onChange={() => {}} />);
  const isMarked = (label: string) => linesOf(page.getByText(label).element());
  expect([isMarked('Reception'), isMarked('Manager')]).toEqual([false, true]);
});

test('with forced colours the highlighted option of a select has lines around it', async () => {
  await emulateMedia('forced-colors', 'active');
  await render(<Select label="Role" value="reception" options={options} onChange={() => {}} />);
  await page.getByRole('combobox').click();
  await userEvent.keyboard('{End}');
  const isMarked = (name: string) => linesOf(page.getByRole('option', { name }).element());
  await expect.poll(() => isMarked('Manager')).toBe(true);
  expect(isMarked('Reception')).toBe(false);
});
