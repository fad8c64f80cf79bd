import { expect, onTestFinished, test, vi } from 'vitest';

const submit = () => document.dispatchEvent(new SubmitEvent('submit', { bubbles: true }));

/** Each page gets its own run of the script, which would otherwise be loaded once. */
async function open(read: () => string) {
  document.body.innerHTML = read();
  const ask = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(read()));
  onTestFinished(() => {
    submit(); // which ends the refreshing
    ask.mockRestore();
    document.body.replaceChildren();
  });
  const script = `./live.js?${crypto.randomUUID()}`; // it has no types
  await import(/* @vite-ignore */ script);
  return ask;
}

const rowsOf = (names: readonly string[]) =>
  names.map((name) => `<tr id="${name}"><td><a href="/${name}">${name}</a></td></tr>`).join('');
const pageOf = (list: string) =>
  `<p><a data-refreshes>Refresh</a><button data-pauses aria-pressed="false" hidden>Pause</button></p><div data-live>${list}</div>`;
const tableOf = (names: readonly string[]) =>
  pageOf(
    `<table><thead><tr><th>Request</th></tr></thead><tbody>${rowsOf(names)}</tbody></table>
    <nav><a href="/newest">Newest</a><a href="/older">Older than ${names.at(-1)}</a></nav>`,
  );

const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
const shown = () => textsOf('td');
const focus = (selector: string) => {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  return element;
};

test('the list refreshes beside the row that has the focus, and waits where that row would go', async () => {
  let names = ['second', 'first'];
  const ask = await open(() => tableOf(names));

  const row = focus('a[href="/second"]');
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
});

test('the list refreshes while a page number has the focus', async () => {
  let names = ['second', 'first'];
  await open(() => tableOf(names));
  const link = focus('a[href="/older"]');
  names = ['third', 'second'];
  await expect.poll(shown).toEqual(names);
  expect(document.activeElement).toBe(link);
});

test('phones refresh while the form of one of them has the focus, that one too', async () => {
  const phoneOf = ([name, message]: readonly [string, string]) =>
    `<li id="phone-${name}"><h2>${name}</h2><p>${message}</p>
    <details id="deletion-${name}"><summary>Delete</summary><form><button>Delete ${name}</button></form></details></li>`;
  let phones: [string, string][] = [
    ['Lena', 'old'],
    ['Omar', 'old'],
  ];
  await open(() => pageOf(`<ul>${phones.map(phoneOf).join('')}</ul>`));
  const summary = focus('#deletion-Lena summary');
  document.querySelector('#deletion-Lena')?.setAttribute('open', '');
  phones = [
    ['Mia', 'new'],
    ['Omar', 'new'],
    ['Lena', 'new'],
  ];
  await expect.poll(() => textsOf('h2, li > p')).toEqual(['Mia', 'new', 'Omar', 'new', 'Lena', 'new']);
  expect(document.activeElement).toBe(summary);
  expect(document.querySelectorAll('details[open]')).toHaveLength(1);
});

test('what is listed and then deleted elsewhere is said once, and not asked for again', async () => {
  const ask = await open(() => pageOf('<ul><li id="phone-Lena"><h2>Lena</h2></li></ul>'));
  const refused = '<p role="alert">No member has this account id.</p>';
  ask.mockImplementation(async () => new Response(refused, { status: 422 }));
  await expect.poll(() => textsOf('[data-live]')).toEqual(['No member has this account id.']);
  expect(document.querySelector('button')?.hidden).toBe(true);
  const asked = ask.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(ask).toHaveBeenCalledTimes(asked);
});

test('a submitted form ends the refreshing, the request under way too, and Back begins it again', async () => {
  const ask = await open(() => pageOf('<ul><li><form><button>Delete Lena</button></form></li></ul>'));
  const signals: AbortSignal[] = [];
  ask.mockImplementation((_, init) => {
    const signal = init?.signal ?? AbortSignal.abort();
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const underWay = () => signals.filter(({ aborted }) => !aborted).length;
  await expect.poll(underWay).toBe(1);
  submit();
  expect(underWay()).toBe(0);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.poll(underWay).toBeGreaterThan(0);
});
