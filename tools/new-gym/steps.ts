import { expect } from '@playwright/test';
import { longestWaitMs } from '#shared/testing/limits.ts';
import type { Words } from '#tools/screens/words.ts';
import type { Person } from './person.ts';
import type { NewGym } from './start-new-gym.ts';

/** What the steps of one gym have in common. */
export interface Beginning {
  gym: NewGym;
  words: Words;
  /** The sign-in link of the invited receptionist, once it was shown. */
  invitation: string;
}

interface NewGymStep {
  /** Of the test's step, of the row in the table of seconds, and of the picture. */
  name: string;
  by: 'owner' | 'receptionist';
  play(person: Person, beginning: Beginning): Promise<void>;
}

const owner = { name: 'Mira Sommer', email: 'mira@example.com', password: 'correct horse battery' };
const receptionist = { name: 'Ana Keller', email: 'ana@example.com', password: 'staple of many words' };
const badge = { card: '0x04B0C0D1E2F3A4', pin: '270946' };

/** What a new owner does, from the set-up link to the first member who is checked in, by the browser alone. */
export const newGymSteps: readonly NewGymStep[] = [
  {
    name: 'opens the set-up link',
    by: 'owner',
    play: async ({ page }, { gym, words }) => {
      await page.goto(gym.link);
      await expect(page.getByRole('heading', { name: words('desk', 'setUp.title') })).toBeVisible();
    },
  },
  {
    name: 'creates the first account',
    by: 'owner',
    play: async ({ page, fill, press }, { words }) => {
      await fill(page.getByLabel(words('desk', 'setUp.name')), owner.name);
      await fill(page.getByLabel(words('desk', 'setUp.email')), owner.email);
      await fill(page.getByLabel(words('desk', 'setUp.password')), owner.password);
      await press(page.getByRole('button', { name: words('desk', 'setUp.submit') }));
      await expect(page).toHaveURL(/\/g\/new-gym\/office\/start$/);
    },
  },
  {
    name: 'sees the members loaded',
    by: 'owner',
    play: async (person, { words }) => {
      await expectDone(person, words, 'connection');
      await expectDone(person, words, 'members');
    },
  },
  {
    name: 'tests the connection',
    by: 'owner',
    play: async ({ page, press }, { words }) => {
      await press(page.getByRole('link', { name: words('office', 'office.sections.connection'), exact: true }));
      const answer = page.getByRole('article', { name: words('connection', 'connection.results.api') });
      const tests = page.getByRole('button', { name: words('connection', 'connection.test') });
      // one of the answers of a busy platform may come too late: tested again, as by a user
      await expect(async () => {
        const answered = page.waitForResponse((response) => 'next-action' in response.request().headers());
        await press(tests);
        await answered;
        await expect(tests).not.toHaveAttribute('aria-disabled', 'true');
        const told = await answer.innerText();
        expect(told).toContain(words('connection', 'connection.permissions.webhooks'));
        expect(told).not.toContain(words('connection', 'connection.unclear', { list: '' }).trim());
      }).toPass({ timeout: longestWaitMs });
    },
  },
  {
    name: 'invites a receptionist',
    by: 'owner',
    play: async (person, { words }) => {
      const { page, fill, press } = person;
      await openRoom(person, words, 'colleagues');
      await press(page.getByRole('button', { name: words('office', 'office.staff.invite'), exact: true }));
      const dialog = page.getByRole('dialog');
      await fill(dialog.getByLabel(words('office', 'office.staff.name')), receptionist.name);
      await fill(dialog.getByLabel(words('office', 'office.staff.email')), receptionist.email);
    },
  },
  {
    name: 'gets the link for the receptionist',
    by: 'owner',
    play: async ({ page, press }, beginning) => {
      const { words } = beginning;
      const dialog = page.getByRole('dialog');
      await press(dialog.getByRole('button', { name: words('office', 'office.staff.invite') }));
      const link = dialog.getByLabel(words('office', 'office.staff.link.address'), { exact: true });
      await expect(link).toHaveValue(/\/sign-in\/link\?token=/);
      beginning.invitation = await link.inputValue();
    },
  },
  {
    name: 'holds a card to the decimal reader',
    by: 'owner',
    play: async (person, { gym, words }) => {
      const { page, press, hold } = person;
      await press(page.getByRole('dialog').getByRole('button', { name: words('office', 'office.staff.link.done') }));
      await openRoom(person, words, 'reader');
      await press(page.getByRole('button', { name: words('readers', 'readers.findOut') }));
      await expect(page.getByRole('dialog')).toContainText(words('readers', 'readers.find.hold'));
      await hold(memberOf(gym, 0).card);
      await expect(page.getByRole('dialog').getByLabel(words('readers', 'readers.find.number'))).toBeFocused();
    },
  },
  {
    name: 'says whose card it is',
    by: 'owner',
    play: async ({ page, press, fill }, { gym, words }) => {
      const dialog = page.getByRole('dialog');
      await press(dialog.getByRole('button', { name: words('readers', 'readers.find.byMember') }));
      const { name } = memberOf(gym, 0);
      const whose = dialog.getByText(words('readers', 'readers.holder.member', { name }));
      const late = dialog.getByText(words('readers', 'readers.find.cardsFailed', { name }));
      // a busy platform may not have sent the cards in time: searched and chosen again, as by a user
      await expect(async () => {
        await fill(dialog.getByLabel(words('cards', 'cards.assign.search')), name);
        await press(dialog.getByRole('option', { name }));
        await expect(whose.or(late)).toBeVisible({ timeout: longestWaitMs });
        expect(await late.isVisible()).toBe(false);
      }).toPass({ timeout: longestWaitMs });
    },
  },
  {
    name: 'tries the reader with a second card',
    by: 'owner',
    play: async ({ page, hold }, { gym, words }) => {
      const { name, card } = memberOf(gym, 1);
      await hold(card);
      await expect(page.getByRole('dialog')).toContainText(words('readers', 'readers.holder.member', { name }));
    },
  },
  {
    name: 'saves how the reader writes',
    by: 'owner',
    play: async ({ page, press }, { words }) => {
      await press(page.getByRole('dialog').getByRole('button', { name: words('readers', 'readers.find.save') }));
      const list = page.getByRole('list', { name: words('readers', 'readers.list') });
      await expect(list.getByRole('listitem')).toHaveCount(2);
    },
  },
  {
    name: 'sets a closing time',
    by: 'owner',
    play: async (person, { words }) => {
      const { page, fill, press } = person;
      await openRoom(person, words, 'closingTimes');
      const closing = page.getByRole('region', { name: words('gym', 'gym.closingTitle') });
      await fill(closing.getByLabel(words('gym', 'gym.everyDayTime'), { exact: true }), '22:30');
      await press(closing.getByRole('button', { name: words('gym', 'gym.save') }));
      await expect(page.getByText(words('gym', 'gym.saved'))).toBeVisible();
    },
  },
  {
    name: 'assigns a badge',
    by: 'owner',
    play: async (person, { words }) => {
      const { page, fill, press, hold } = person;
      await openRoom(person, words, 'badges');
      const action = words('office', 'office.staff.actions.giveBadge');
      await press(
        page.getByRole('button', { name: words('office', 'office.staff.askAbout', { action, name: owner.name }) }),
      );
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel(words('office', 'office.staff.card'))).toBeFocused();
      await hold(badge.card);
      await fill(dialog.getByLabel(words('office', 'office.staff.pin'), { exact: true }), badge.pin);
      await fill(dialog.getByLabel(words('office', 'office.staff.pinAgain')), badge.pin);
      await press(dialog.getByRole('button', { name: action }));
      await expect(page.getByText(words('office', 'office.staff.badgeGiven', { name: owner.name }))).toBeVisible();
    },
  },
  {
    name: 'does without a second manager',
    by: 'owner',
    play: async (person, { words }) => {
      const { page, press } = person;
      await openStart(person, words);
      await press(stepOf(person, words, 'secondManager').getByRole('button'));
      const waived = words('getting-started', 'gettingStarted.waivedBy', { name: owner.name, time: '' });
      await expect(page.getByText(waived.trim())).toBeVisible();
    },
  },
  {
    name: 'opens the invitation',
    by: 'receptionist',
    play: async ({ page }, { invitation, words }) => {
      await page.goto(invitation);
      await expect(page.getByText(words('desk', 'signInLink.welcome', { name: receptionist.name }))).toBeVisible();
    },
  },
  {
    name: 'chooses a password and signs in',
    by: 'receptionist',
    play: async ({ page, fill, press }, { words }) => {
      await fill(page.getByLabel(words('desk', 'signInLink.password')), receptionist.password);
      await press(page.getByRole('button', { name: words('desk', 'signInLink.save') }));
      await expect(page.getByRole('searchbox', { name: words('desk', 'searchBox.label') })).toBeFocused();
    },
  },
  {
    name: 'checks a member in by the card',
    by: 'receptionist',
    play: async ({ page, hold }, { gym }) => {
      const { name, card } = memberOf(gym, 2);
      await hold(card);
      await expect(page.locator('[data-verdict=admitted]')).toContainText(name);
    },
  },
  {
    name: 'sees that everything is done',
    by: 'owner',
    // the page was open all the time: the first scan at the counter has reached it
    play: async ({ page }, { words }) => {
      await expect(page.getByText(words('getting-started', 'gettingStarted.allDone'))).toBeVisible();
    },
  },
];

type Step = 'connection' | 'members' | 'colleagues' | 'reader' | 'closingTimes' | 'badges' | 'secondManager';

const stepOf = ({ page }: Person, words: Words, step: Step) =>
  page.getByRole('listitem').filter({ hasText: words('getting-started', `gettingStarted.steps.${step}.title`) });

async function expectDone(person: Person, words: Words, step: Step): Promise<void> {
  const done = words('getting-started', 'gettingStarted.done');
  const mark = stepOf(person, words, step).getByRole('img', { name: done });
  await expect(mark).toBeVisible({ timeout: longestWaitMs });
}

async function openStart({ page, press }: Person, words: Words): Promise<void> {
  await press(page.getByRole('link', { name: words('office', 'office.sections.start'), exact: true }));
  await expect(page).toHaveURL(/\/office\/start$/);
}

/** Goes on from Getting started to the room where a step is done. */
async function openRoom(person: Person, words: Words, step: Step): Promise<void> {
  await openStart(person, words);
  const link = words('getting-started', `gettingStarted.steps.${step}.link`);
  await person.press(stepOf(person, words, step).getByRole('link', { name: link }));
}

function memberOf({ members }: NewGym, index: number) {
  const member = members[index];
  if (!member) throw new Error(`The new gym has no member ${index}.`);
  return member;
}
