import type { Stack } from '#tools/testing/stack.ts';
import type { Driver } from './driver.ts';
import { enterUntil, fill, open, press, pressAt, says, until } from './page.ts';

/** What the steps need. */
export interface SmokeDay {
  stack: Stack;
  /** The desk as a tablet reaches it: over plain HTTP, from another machine. */
  tabletUrl: string;
  /** An image file for a photo. */
  photoFile: string;
}

interface Step {
  name: string;
  run(driver: Driver, day: SmokeDay): Promise<void>;
}

const box = 'input[type=search]';
const verdict = '[data-verdict]';
const darkPaper = 'rgb(20, 21, 19)';

const cardOf = (stack: Stack, shows: string) => {
  const card = stack.cards.find((one) => one.shows === shows);
  if (!card) throw new Error(`no demo card shows ${shows}`);
  return card;
};

async function signIn(driver: Driver, url: string, role: string, password: string): Promise<void> {
  await open(driver, `${url}/sign-in`);
  await fill(driver, 'input[type=email]', `${role}@demo.example`);
  await fill(driver, 'input[type=password]', `${password}\n`);
}

async function signOut(driver: Driver): Promise<void> {
  await pressAt(driver, 'header > div:last-child > button:last-child');
  await press(driver, 'Sign out', '[role=menu]');
  await until(driver, `location.pathname === '/sign-in'`, 'the sign-in');
}

/** A day at the desk: reception, then a trainer on a tablet, then the manager. */
export const steps: readonly Step[] = [
  {
    name: 'looks as dark as the system, and signs in',
    run: async (driver, { stack }) => {
      await open(driver, `${stack.deskUrl}/sign-in`);
      await until(driver, `getComputedStyle(document.body).backgroundColor === '${darkPaper}'`, 'the dark page');
      await signIn(driver, stack.deskUrl, 'reception', stack.password);
      await until(driver, `document.activeElement?.matches('${box}')`, 'the search box');
    },
  },
  {
    name: 'scans a card',
    run: async (driver, { stack }) => {
      const { value, name } = cardOf(stack, 'admitted');
      // the first click makes the browser initialize audio, which delays the driver's next commands
      await driver.click(box);
      await driver.scan(value);
      await until(driver, says('[data-verdict=admitted]', name), `the verdict of ${name}`);
    },
  },
  {
    name: 'takes the visit back with Alt and R',
    run: async (driver) => {
      await until(driver, says(verdict, 'Alt R'), '“Undo”');
      await driver.pressAlt('R');
      await until(driver, says(verdict, 'Alt C'), '“Check in”');
    },
  },
  {
    name: 'finds a member by name, and Enter',
    run: async (driver, { stack }) => {
      const { name } = cardOf(stack, 'admitted');
      await fill(driver, box, name);
      await until(driver, says('[role=option]', name), `${name} among the matches`);
      await enterUntil(driver, says(verdict, 'Alt O'), `the visit of ${name}`);
    },
  },
  {
    name: 'checks out with Alt and O',
    run: async (driver) => {
      await driver.pressAlt('O');
      await until(driver, says(verdict, 'Checked out'), 'the check-out');
    },
  },
  {
    name: 'opens a profile with Alt and P, and writes a note',
    run: async (driver) => {
      await driver.pressAlt('P');
      await press(driver, 'Write a note');
      await fill(driver, 'textarea[name=note]', 'Has forgotten a towel');
      await press(driver, 'Save note');
      await until(driver, says('main', 'Ana Keller, '), 'the note');
    },
  },
  {
    name: 'makes a photo of a file',
    run: async (driver, { photoFile }) => {
      await driver.chooseFile('main input[type=file]', photoFile);
      await press(driver, 'Use this photo', '[role=dialog]');
      const isLoaded = `document.querySelector('img[alt="Photo of this member"]')?.naturalWidth > 0`;
      await until(driver, isLoaded, 'the photo');
      await signOut(driver);
    },
  },
  {
    name: 'does a task on the training floor, over plain HTTP',
    run: async (driver, { stack, tabletUrl }) => {
      await signIn(driver, tabletUrl, 'trainer', stack.password);
      await until(
        driver,
        `location.pathname.endsWith('/floor') && !isSecureContext`,
        'the training floor over plain HTTP',
      );
      await press(driver, 'Done');
      await until(driver, says('main', 'done by you'), 'the task done');
      await signOut(driver);
    },
  },
  {
    name: 'sends a message, over plain HTTP',
    run: async (driver, { stack, tabletUrl }) => {
      const { name } = cardOf(stack, 'admitted');
      await signIn(driver, tabletUrl, 'manager', stack.password);
      await until(driver, `document.activeElement?.matches('${box}')`, 'the search box');
      await open(driver, `${tabletUrl}/members`);
      await fill(driver, `main ${box}`, name);
      // a click misses a row that is replaced by another one under the pointer
      await until(driver, `document.querySelectorAll('main li a').length === 1`, 'the one member of this name');
      await press(driver, name);
      await fill(driver, 'textarea[name=text]', 'See you on Friday');
      await press(driver, 'Send message');
      await until(driver, says('main', 'Sent to the member system at'), 'that it was sent');
      await signOut(driver);
    },
  },
  {
    name: 'opens the office through the service worker, changes a setting, and signs out',
    run: async (driver, { stack }) => {
      await signIn(driver, stack.deskUrl, 'manager', stack.password);
      await until(driver, `document.activeElement?.matches('${box}')`, 'the search box');
      await driver.evaluate('navigator.serviceWorker.ready.then(() => true)');
      await open(driver, `${stack.deskUrl}/office/gym`);
      await until(driver, 'navigator.serviceWorker.controller', 'the service worker');
      await fill(driver, 'input[name=capacity]', '0');
      await driver.evaluate(`document.querySelector('input[name=capacity]').form.requestSubmit()`);
      await until(driver, says('body', 'The settings are saved.'), 'that it is saved');
      await signOut(driver);
    },
  },
];
