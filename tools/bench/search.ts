import { pathAt } from '#lib/wire/path-at.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { newProfile, signIn, withBrowser } from './desk-browser.ts';
import { directorySize, fillDirectory, type ListedName } from './large-directory.ts';
import { latencyRow, type Section } from './row.ts';

const names = 40;
/** In a shorter name, two swapped letters are most of it. */
const shortestMistyped = 5;
const warmUps = 20;
const budgetMs = 50;
/** As for reports. */
const listBudgetMs = 300;

/** The desk's server time for each keystroke of a name; one request at a time, as a person types. */
export async function measureSearches(stack: Stack): Promise<Section> {
  const { locationId, listed } = await fillDirectory(stack, names);
  const cookie = await readCookie(stack);
  const read = async (path: string, query: Record<string, string>) => {
    const askedAt = performance.now();
    const response = await fetch(stack.deskUrl + pathAt(locationId, `/api/desk/${path}`, query), {
      headers: { cookie },
    });
    const found: { matches?: unknown[]; entries?: unknown[] } = await response.json();
    if (!response.ok) throw new Error(`${path} ${JSON.stringify(query)} is answered ${response.status}.`);
    return { tookMs: performance.now() - askedAt, found: found.matches ?? found.entries ?? [] };
  };
  const searchAll = async (texts: readonly string[], mayFindNothing = false) => {
    const samplesMs: number[] = [];
    for (const text of texts) {
      const { tookMs, found } = await read('members', { q: text });
      if (found.length === 0 && !mayFindNothing) throw new Error(`Nobody was found by "${text}".`);
      samplesMs.push(tookMs);
    }
    return samplesMs;
  };
  const list = async (filters: Record<string, string>) => {
    const samplesMs: number[] = [];
    for (let count = 0; count < names; count += 1) samplesMs.push((await read('directory', filters)).tookMs);
    return samplesMs;
  };

  const strokes = listed.flatMap(beginningsOf);
  const mistakes = listed.filter(({ lastName }) => lastName.length >= shortestMistyped).map(mistyped);
  const parts = listed
    .filter(({ lastName }) => lastName.length >= shortestMistyped)
    .map(({ lastName }) => lastName.slice(2));
  const nobody = listed.map(({ lastName }) => `x${[...lastName].reverse().join('')}q`);
  const numbers = Array.from({ length: names }, (_, index) => numbersOf(index * 97 + 11)).flat();
  await searchAll(strokes.slice(0, warmUps));
  return {
    title: `Searching a directory of ${directorySize.toLocaleString('en')} members, on the server`,
    rows: [
      latencyRow('key stroke of a name → answer', await searchAll(strokes), budgetMs),
      latencyRow('the end of a name → answer', await searchAll(parts), budgetMs),
      latencyRow('a part of a number, or a date of birth → answer', await searchAll(numbers), budgetMs),
      latencyRow('a name with two letters in the wrong order → answer', await searchAll(mistakes), budgetMs),
      latencyRow('a name that nobody has → answer', await searchAll(nobody, true), budgetMs),
      latencyRow('a page of the list of members, by name → answer', await list({ sort: 'name' }), listBudgetMs),
      latencyRow(
        'a page of the list of members, by last visit → answer',
        await list({ sort: 'lastVisit' }),
        listBudgetMs,
      ),
      latencyRow('a page of those who were not here for 30 days → answer', await list({ visit: 'late' }), listBudgetMs),
    ],
  };
}

/** The prefixes as a person types: `Le`, `Len`, `Lena`, `Lena V` … */
function beginningsOf({ firstName, lastName }: ListedName): string[] {
  const name = `${firstName} ${lastName}`;
  return [...name].map((_, index) => name.slice(0, index + 1).trimEnd()).slice(1);
}

function mistyped({ firstName, lastName }: ListedName): string {
  const [first = '', second = '', ...rest] = lastName;
  return `${firstName} ${second}${first}${rest.join('')}`;
}

/**
 * A member's numbers as a person types them: the end of the membership id, a part of the phone number or of a card, the
 * date of birth.
 */
function numbersOf(member: number): string[] {
  const birth = new Date(Date.UTC(1940, 0, 1 + member * 2)).toISOString().slice(0, 10);
  const card = (member * 104729).toString(16).padStart(12, '0').slice(-6);
  return [String(member).slice(-3), card, `0${String(1710000000 + ((member * 7919) % 89999999)).slice(0, 8)}`, birth];
}

async function readCookie(stack: Stack): Promise<string> {
  return withBrowser(async (browser) => {
    const context = await newProfile(browser);
    await signIn(context, stack);
    return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  });
}
