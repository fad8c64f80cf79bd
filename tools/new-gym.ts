import fs from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { runOnce } from '#programs/base/run-command.ts';
import { root } from '#programs/base/run-program.ts';
import { buildPrograms } from '#programs/build/build-programs.ts';
import { installBrowser } from './find-browser.ts';
import { type Effort, type Person, personAt } from './new-gym/person.ts';
import { startNewGym } from './new-gym/start-new-gym.ts';
import { type Beginning, newGymSteps } from './new-gym/steps.ts';
import { type Look, looks } from './screens/looks.ts';
import { wordsOf } from './screens/words.ts';
import { startStack } from './testing/stack.ts';

const folder = path.join(root, 'screens');

interface Row {
  what: string;
  seconds: number;
  effort: Effort | null;
}

/** Walks through the first steps of a new owner, and takes a picture of the whole page after each one. */
async function play(browser: Browser, look: Look): Promise<Row[]> {
  const stack = await startStack();
  const createdAt = performance.now();
  const gym = await startNewGym(stack);
  const rows: Row[] = [{ what: 'operator: creates the gym, starts the desk', seconds: since(createdAt), effort: null }];
  const { viewport, colorScheme, locale } = look;
  const openPerson = async () => {
    const context = await browser.newContext({ viewport, colorScheme, locale, timezoneId: 'Europe/Berlin' });
    return personAt(await context.newPage());
  };
  try {
    const people: Record<'owner' | 'receptionist', Person> = {
      owner: await openPerson(),
      receptionist: await openPerson(),
    };
    const beginning: Beginning = { gym, words: wordsOf(look), invitation: '' };
    for (const [index, { name, by, play }] of newGymSteps.entries()) {
      const person = people[by];
      const beganAt = performance.now();
      await person.page.bringToFront();
      await play(person, beginning);
      rows.push({ what: `${by}: ${name}`, seconds: since(beganAt), effort: person.takeEffort() });
      const number = String(index + 1).padStart(2, '0');
      await person.page.waitForTimeout(400); // animations
      const file = `new-gym-${look.name}-${number}-${name.replaceAll(' ', '-')}.png`;
      await person.page.screenshot({ path: path.join(folder, file), fullPage: true });
    }
  } finally {
    await gym.stop();
    await stack.stop();
  }
  return rows;
}

const since = (beganAt: number) => (performance.now() - beganAt) / 1_000;

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ what, seconds, effort }) => {
    const { presses, fields, cards } = effort ?? { presses: '–', fields: '–', cards: '–' };
    return `| ${what} | ${seconds.toFixed(1)} | ${presses} | ${fields} | ${cards} |`;
  });
  const sum = (count: (effort: Effort) => number) =>
    rows.reduce((total, { effort }) => total + (effort ? count(effort) : 0), 0);
  const seconds = rows.reduce((total, row) => total + row.seconds, 0).toFixed(1);
  const efforts = [sum(({ presses }) => presses), sum(({ fields }) => fields), sum(({ cards }) => cards)];
  return [
    '| step | machine seconds | presses | fields | cards held |',
    '|---|---|---|---|---|',
    ...lines,
    `| all | ${seconds} | ${efforts.join(' | ')} |`,
  ].join('\n');
}

await runOnce(async () => {
  await buildPrograms();
  // the named looks, or all of them if none is named
  const named = process.argv.slice(2);
  fs.mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: installBrowser(), args: ['--no-sandbox'] });
  try {
    for (const look of looks.filter(({ name }) => named.length === 0 || named.includes(name))) {
      for (const file of fs.readdirSync(folder).filter((file) => file.startsWith(`new-gym-${look.name}-`))) {
        fs.rmSync(path.join(folder, file));
      }
      console.log(`\n${look.name}\n\n${tableOf(await play(browser, look))}`);
    }
  } finally {
    await browser.close();
  }
  return 0;
});
