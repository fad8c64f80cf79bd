import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AtCounter, here } from '#app/_testing/at-counter.tsx';
import { MessageSection } from '#app/g/[gym]/(desk)/members/[accountId]/_components/message-section.tsx';
import { NotesSection } from '#app/g/[gym]/(desk)/members/[accountId]/_components/notes-section.tsx';
import { sendMessage, writeNote } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { CorporateFitness } from '#components/corporate-fitness/corporate-fitness.tsx';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { quickRangesOn } from '#lib/wire/corporate-fitness.ts';

const section = { accountId: 'a', locationId: here, timeZone: 'Europe/Berlin', mayEdit: true };
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const range = { from: '2026-11-01', to: '2026-11-30' };

test('a submit focuses the first invalid field of the form, unless the user goes on typing', async () => {
  startFakeDesk({ '/api/desk/members/a/notes': { notes: [], today: '2026-11-25', wasForgotten: false } });
  await openScreen(
    <AtCounter>
      <MessageSection {...section} />
      <NotesSection {...section} />
    </AtCounter>,
  );
  const message = page.getByRole('region', { name: 'Message' }).getByRole('textbox').first();
  await press('Message to the phone');
  await press('Send message');
  await expect.element(message).toHaveFocus();
  await expect.element(message).toBeInvalid();
  await expect.element(message).toHaveAccessibleDescription(/Write something first\./);
  await userEvent.keyboard('Hello');
  await expect.element(page.getByText('5 of')).toBeVisible();

  await press('Write a note');
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  await press('Save note');
  await expect.element(note).toHaveFocus();
  await expect.element(note).toHaveAccessibleDescription(/Write something first\./);
  await press('Cancel');
  await expect.element(note).not.toBeInTheDocument();
  expect(sendMessage).not.toHaveBeenCalled();
  expect(writeNote).not.toHaveBeenCalled();
});

test('an invalid date counts as an invalid field', async () => {
  await openScreen(
    <CorporateFitness
      range={range}
      quickRanges={quickRangesOn('2026-11-25')}
      timeZone="Europe/Berlin"
      isChoosing={false}
      entries={[]}
      unreadable={0}
      failure={null}
      onChooseRange={() => {}}
      onRetry={async () => {}}
    />,
  );
  const first = page.getByRole('textbox', { name: 'First day' });
  await first.fill('no day');
  await press('Show');
  await expect.element(first).toHaveFocus();
  await expect.element(first).toHaveAccessibleDescription(/Please enter a day\./);
});
