import { setTimeout as sleep } from 'node:timers/promises';
import { longestWaitMs } from '#shared/testing/limits.ts';
import type { Driver } from './driver.ts';

const lookEveryMs = 50;

async function waitUntil(isDone: () => Promise<boolean>, what: string): Promise<void> {
  const endsAt = Date.now() + longestWaitMs;
  while (!(await isDone())) {
    if (Date.now() > endsAt) throw new Error(`waited in vain for ${what}`);
    await sleep(lookEveryMs);
  }
}

/** Waits until an expression of the page is true. */
export const until = (driver: Driver, expression: string, what: string): Promise<void> =>
  waitUntil(
    // during a navigation there is no page to evaluate it
    () => driver.evaluate<boolean>(`Boolean(${expression})`).catch(() => false),
    what,
  );

const quote = JSON.stringify;

/** An expression that is true if the element contains the text. */
export const says = (selector: string, words: string): string =>
  `document.querySelector(${quote(selector)})?.innerText.includes(${quote(words)})`;

/** React has hydrated the element, so that it handles keys and clicks. */
const isAlive = (element: string) => `Object.keys(${element} ?? {}).some((key) => key.startsWith('__reactFiber'))`;

export async function open(driver: Driver, url: string): Promise<void> {
  await driver.open(url);
  await until(driver, isAlive(`document.querySelector('main')`), `the page at ${url}`);
}

const pressable = 'button, a, [role=menuitem], [role=option], [role=switch]';

/** Clicks the element that an expression returns, which may move or be covered for a moment. */
function pressFound(driver: Driver, expression: string, what: string): Promise<void> {
  const mark = `(() => {
    for (const old of document.querySelectorAll('[data-smoke]')) old.removeAttribute('data-smoke');
    const found = ${expression};
    found?.setAttribute('data-smoke', '');
    return ${isAlive('found')};
  })()`;
  const tryIt = async () => {
    if (!(await driver.evaluate<boolean>(mark))) return false;
    await driver.click('[data-smoke]');
    return true;
  };
  return waitUntil(() => tryIt().catch(() => false), what);
}

/** Clicks the element with an accessible name, within a part of the page. */
export function press(driver: Driver, name: string, within = 'main'): Promise<void> {
  const nameOf = `(one.getAttribute('aria-label') ?? one.innerText)`;
  const find = `[...document.querySelectorAll(${quote(within)})]
    .flatMap((part) => [...part.querySelectorAll(${quote(pressable)})])
    .find((one) => one.getClientRects().length > 0 && ${nameOf}.includes(${quote(name)}))`;
  return pressFound(driver, find, `“${name}”`);
}

export async function fill(driver: Driver, selector: string, value: string): Promise<void> {
  const find = `document.querySelector(${quote(selector)})`;
  // elements that appear above it during the click move it away
  await waitUntil(async () => {
    await pressFound(driver, find, selector);
    return driver.evaluate<boolean>(`document.activeElement === ${find}`);
  }, selector);
  await driver.type(value);
}

/** Clicks the button that matches a selector. */
export const pressAt = (driver: Driver, selector: string): Promise<void> =>
  pressFound(driver, `document.querySelector(${quote(selector)})`, selector);

/** Reported by a page that is left while a response is pending: “Connection closed.” */
const leftBehind = /React error #412/;

/**
 * The console errors of pages since the last call. Logs a marker of its own first: once that is received, so is
 * everything before it.
 */
export async function takeConsoleErrors(driver: Driver): Promise<string[]> {
  const last = `the last of ${Date.now()}`;
  const complaints: string[] = [];
  const hear = async () => {
    complaints.push(...driver.takeConsoleErrors());
    return complaints.some((one) => one.includes(last));
  };
  await driver.evaluate(`console.error(${quote(last)})`);
  await waitUntil(hear, 'what the console says');
  return complaints.filter((one) => !one.includes(last) && !leftBehind.test(one));
}

/** Presses Enter, and retries if the page was not ready for it, as a person does. */
export const enterUntil = (driver: Driver, expression: string, what: string): Promise<void> =>
  waitUntil(async () => {
    await driver.type('\n');
    return driver.evaluate<boolean>(`Boolean(${expression})`);
  }, what);
