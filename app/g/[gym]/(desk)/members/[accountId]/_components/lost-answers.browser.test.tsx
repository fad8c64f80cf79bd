import { expect, type Mock, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { LeaveQuestion } from '#app/_components/leave-question.tsx';
import { useSessionEnd } from '#app/_components/use-session-end.ts';
import { AtCounter, here } from '#app/_testing/at-counter.tsx';
import { lena } from '#app/_testing/sample-profile.ts';
import { assignCard } from '#app/g/[gym]/(desk)/cards-actions.ts';
import { writeNote } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { bookProduct } from '#app/g/[gym]/(desk)/members/[accountId]/products-actions.ts';
import { NewMemberScreen } from '#app/g/[gym]/(desk)/members/new/_components/new-member-screen.tsx';
import { lookUpEmail } from '#app/g/[gym]/(desk)/members/new/actions.ts';
import { GymScreen } from '#app/g/[gym]/(office)/office/gym/_components/gym-screen.tsx';
import { saveSettings } from '#app/g/[gym]/(office)/office/gym/actions.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { gymSettings } from '#components/testing/gym-settings.ts';
import { isPageCovered } from '#lib/browser/page/page-cover.ts';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { CardsSection } from './cards-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { ProductsSection } from './products-section.tsx';

const section = { accountId: 'a', locationId: here, timeZone: 'Europe/Berlin', mayEdit: true };
const dialog = page.getByRole('dialog');
const isClosed = () => expect.element(dialog).not.toBeInTheDocument();

/** A form: its input, its button and the sign of success. */
interface Place {
  entered: Locator;
  value: string;
  button: Locator;
  action: Pick<Mock, 'mock'>;
  /** Makes the desk answer with success. */
  accept(): void;
  done(): Promise<unknown>;
}

/** As on each page. */
function SessionEnd() {
  useSessionEnd();
  return <LeaveQuestion />;
}

async function openMember() {
  startFakeDesk({
    '/api/desk/members/a': { kind: 'current', profile: lena },
    '/api/desk/members/a/notes': { notes: [], today: '2026-11-25', wasForgotten: false },
    '/api/desk/members/a/cards': { cards: [], unreadable: 0 },
    '/api/desk/members/a/cards/passes': { passes: [], issuers: [] },
    '/api/desk/members/a/products': {
      bookings: [],
      products: [{ productId: 'p', title: 'Sauna', description: null }],
      unreadable: 0,
    },
  });
  const { router } = await openScreen(
    <AtCounter>
      <SessionEnd />
      <NotesSection {...section} />
      <CardsSection {...section} readerProfiles={[defaultReaderProfile]} />
      <ProductsSection {...section} />
    </AtCounter>,
    { path: '/members/a' },
  );
  return router;
}

/** Enters something into the open form. */
const places = {
  'the note of a member': async (): Promise<Place> => {
    await page.getByRole('button', { name: 'Write a note' }).click();
    const entered = page.getByRole('textbox', { name: 'Note', exact: true });
    await entered.fill('Left a towel');
    const writtenBy = { writtenBy: 'Ana Keller', writtenAt: '2026-11-25T08:41:00Z', isExpired: false };
    const note = { ...writtenBy, noteId: 'n', text: 'Left a towel', level: 'tell', expiresOn: null } as const;
    return {
      entered,
      value: 'Left a towel',
      action: vi.mocked(writeNote),
      button: page.getByRole('button', { name: 'Save note' }),
      accept: () => vi.mocked(writeNote).mockResolvedValue({ ok: true, value: { kind: 'saved', notes: [note] } }),
      done: () => expect.element(page.getByRole('listitem')).toHaveTextContent('Left a towel'),
    };
  },
  'the dialog of a card': async (): Promise<Place> => {
    await page.getByRole('button', { name: 'Add card' }).click();
    const entered = dialog.getByRole('textbox');
    await entered.fill('0x04AC71040001');
    const button = dialog.getByRole('button', { name: 'Use this number' });
    return {
      entered,
      value: '0x04AC71040001',
      button,
      action: vi.mocked(assignCard),
      done: isClosed,
      accept: () => vi.mocked(assignCard).mockResolvedValue({ ok: true, value: { kind: 'assigned', movedFrom: null } }),
    };
  },
  'the dialog of a booking': async (): Promise<Place> => {
    await page.getByRole('button', { name: 'Book product' }).click();
    const entered = dialog.getByRole('textbox', { name: 'Last day' });
    await entered.fill('31 Dec 2049');
    const button = dialog.getByRole('button', { name: 'Book', exact: true });
    return {
      entered,
      value: '31 Dec 2049',
      button,
      action: vi.mocked(bookProduct),
      done: isClosed,
      accept: () => vi.mocked(bookProduct).mockResolvedValue({ ok: true, value: { kind: 'booked' } }),
    };
  },
};

const otherPlaces = {
  'a new member': async (): Promise<Place> => {
    startFakeDesk();
    await openScreen(
      <AtCounter>
        <NewMemberScreen locationId={here} timeZone="Europe/Berlin" />
      </AtCounter>,
      { path: '/members/new', hasMain: true },
    );
    const entered = page.getByLabelText('E-mail');
    await entered.fill('nobody.yet@demo.example');
    const button = page.getByRole('button', { name: 'Continue' });
    const begun = { kind: 'new', today: '2026-11-25', idEnding: '261125-7KQ4' } as const;
    return {
      entered,
      value: 'nobody.yet@demo.example',
      button,
      action: vi.mocked(lookUpEmail),
      accept: () => vi.mocked(lookUpEmail).mockResolvedValue({ ok: true, value: begun }),
      done: () => expect.element(page.getByLabelText('First name')).toBeVisible(),
    };
  },
  'the settings of the office': async (): Promise<Place> => {
    const staff = { id: 'mira', displayName: 'Mira Sommer' };
    await openScreen(<GymScreen locationId={here} settings={gymSettings} staff={staff} />);
    const entered = page.getByLabelText('Maximum number of people');
    await entered.fill('130');
    const now = { ...gymSettings, capacity: 130 };
    return {
      entered,
      value: '130',
      action: vi.mocked(saveSettings),
      button: page.getByRole('region', { name: 'In the gym' }).getByRole('button', { name: 'Save', exact: true }),
      accept: () => vi.mocked(saveSettings).mockResolvedValue({ ok: true, value: { kind: 'saved', now } }),
      done: () => expect.element(page.getByText('The settings are saved.')).toBeVisible(),
    };
  },
};

async function pressTwice(button: Locator) {
  const element = button.element();
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

async function tellsAway({ entered, value, button, action, accept, done }: Place) {
  for (const mocked of [writeNote, assignCard, bookProduct, lookUpEmail, saveSettings])
    vi.mocked(mocked).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await button.click();
  const away = page.getByRole('alert').filter({ hasText: /Front Desk’s server does not answer/ });
  await expect.element(away).toBeVisible();
  expect(page.getByText('tell the manager this number').query()).toBeNull();
  await expect.element(entered).toHaveValue(value);
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true');
  expect(action.mock.calls).toHaveLength(1);
  accept();
  await pressTwice(button);
  await done();
  expect(action.mock.calls).toHaveLength(2);
}

const title = 'a desk that is away is told, nothing entered is lost, and two presses once it is back are one';

for (const [name, enter] of Object.entries(places)) {
  test(`${name}: ${title}`, async () => {
    await openMember();
    await tellsAway(await enter());
  });

  test(`${name}: an ended session covers the page, and what was entered stays`, async () => {
    const router = await openMember();
    const { entered, value, button } = await enter();
    const error = { code: 'signedOut', message: '', requestId: 'r', retryable: false } as const;
    for (const mocked of [writeNote, assignCard, bookProduct])
      vi.mocked(mocked).mockResolvedValueOnce({ ok: false, error });
    await button.click();
    await expect.poll(isPageCovered).toBe(true);
    await expect.element(entered).toHaveValue(value);
    expect(router.push).not.toHaveBeenCalled();
  });
}

for (const [name, open] of Object.entries(otherPlaces)) {
  test(`${name}: ${title}`, async () => tellsAway(await open()));
}
