import { expect, test, vi } from 'vitest';

const rowsOf = (names: readonly string[]) =>
  names.map((name) => `<tr><td><a href="/${name}">${name}</a></td></tr>`).join('');
const pageOf = (names: readonly string[]) =>
  `<p><a data-refreshes>Refresh</a><button data-pauses aria-pressed="false" hidden>Pause</button></p>
  <div data-live><table><thead><tr><th>Request</th></tr></thead><tbody>${rowsOf(names)}</tbody></table></div>`;

const shown = () => [...document.querySelectorAll('td')].map(({ textContent }) => textContent);

test('the list refreshes beside the row that has the focus, and waits where that row would go', async () => {
  let names = ['second', 'first'];
  document.body.innerHTML = pageOf(names);
  const ask = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(pageOf(names)));
  const script = './live.js'; // it has no types
  await import(/* @vite-ignore */ script);

  const row = document.querySelector<HTMLElement>('a[href="/second"]');
  row?.focus();
  names = ['fourth', 'third', 'second'];
  await expect.poll(shown).toEqual(names);
  expect(document.activeElement).toBe(row);

  names = ['sixth', 'fifth'];
  const asked = ask.mock.calls.length;
  await expect.poll(() => ask.mock.calls.length).toBeGreaterThan(asked + 1);
  expect(shown()).toEqual(['fourth', 'third', 'second']);
  expect(document.activeElement).toBe(row);

  row?.blur();
  await expect.poll(shown).toEqual(names);
  document.body.replaceChildren();
});
