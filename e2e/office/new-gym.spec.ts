import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { askFromNetwork, ownAddress } from '#e2e/base/own-network.ts';
import { personAt } from '#tools/new-gym/person.ts';
import { startNewGym } from '#tools/new-gym/start-new-gym.ts';
import { type Beginning, newGymSteps } from '#tools/new-gym/steps.ts';
import { looks } from '#tools/screens/looks.ts';
import { wordsOf } from '#tools/screens/words.ts';

// the browser itself reports the 404 of a missing page
test.use({ allowedConsoleError: /404/ });

const [english] = looks;

test('a new owner goes from the set-up link to the first member whom an invited receptionist checks in by a decimal reader; the link works once, and a network configured for plain HTTP is answered', async ({
  page,
  browser,
  stack,
}) => {
  if (!english) throw new Error('There is a first look.');
  const network = { HOST: '0.0.0.0', DESK_PLAIN_HTTP_NETWORKS: `${ownAddress ?? '127.0.0.1'}/32` };
  const gym = await test.step('an operator creates the gym and starts its desk', () => startNewGym(stack, network));
  const others = await browser.newContext({ locale: english.locale, timezoneId: 'Europe/Berlin' });
  try {
    const people = { owner: personAt(page), receptionist: personAt(await others.newPage()) };
    const beginning: Beginning = { gym, words: wordsOf(english), invitation: '' };
    for (const { name, by, play } of newGymSteps) {
      await test.step(`the ${by} ${name}`, async () => {
        await people[by].page.bringToFront();
        await play(people[by], beginning);
      });
    }
    await test.step('the set-up link has worked once', () => tryUsedLink(page, gym.link));
    await test.step('a page that does not exist says so', async () => {
      await page.goto(new URL('/nowhere', gym.link).href);
      await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('a network configured for plain HTTP is answered', async () => {
      if (!ownAddress) return;
      const answers = (await askFromNetwork(gym.port)).map(([, status]) => status);
      expect(answers).toEqual([200, 200, 200, 307, 200, 200, 404]);
    });
  } finally {
    await others.close();
    await gym.stop();
  }
});

async function tryUsedLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByText('This link has already been used')).toBeVisible();
}
