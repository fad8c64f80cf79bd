import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** By file: why a response cannot discard what is typed into its form. */
const keepsEntries: Record<string, string> = {
  'app/(auth)/_components/sign-in-link.tsx': 'who is signed in goes to another page, who is not finds what was typed',
  'app/g/[gym]/(office)/office/readers/_components/name-card.tsx':
    'asks nothing of the desk: the number is compared with what arrived',
  'components/cards/input.tsx': 'it is hidden while a card is on its way, and keeps the number',
  'components/cards/member-picker.tsx': 'it sends nothing: Enter chooses the member',
  'components/cards/passes-issuer.tsx': 'it is not on the page while the pass is on its way',
  'components/migration/one.tsx': 'the number stays with its answer',
  'components/search/box.tsx': 'it sends nothing: Enter chooses the member',
  'components/sign-in/badge-sign-in.tsx': 'who is signed in goes to another page, who is not finds what was typed',
  'components/sign-in/set-up-form.tsx': 'who is signed in goes to another page, who is not finds what was typed',
  'components/sign-in/sign-in-form.tsx': 'who is signed in goes to another page, who is not finds what was typed',
  'components/tasks/task-edit-form.tsx': 'it is closed at once, and the change waits in the browser',
  'components/tasks/task-form.tsx': 'it is closed at once, and the task waits in the browser',
  'components/verdict/admit-anyway.tsx': 'it is closed at once, and the admission waits in the browser',
};

const countOf = (text: string, tag: RegExp) => [...text.matchAll(tag)].length;

/** Whether every form disables its fields while it is pending. */
const holdsFields = (text: string) => countOf(text, /<PendingFields\b/g) === countOf(text, /<form\b/g);

test('a form accepts no input while it is pending, because it would be lost', () => {
  const forms = sourceFilesOf('app', 'components')
    .filter((file) => !isOfTests(file))
    .map((file) => ({ file, text: readSource(file) }))
    .filter(({ text }) => /<form\b/.test(text));
  expect(forms.length).toBeGreaterThan(20);
  const takingAll = forms.filter(({ text }) => !holdsFields(text)).map(({ file }) => file);
  expect(takingAll.toSorted()).toEqual(Object.keys(keepsEntries).toSorted());
});

test.each(['<form><Button type="submit" /></form>', '<form><PendingFields /></form><form></form>'])(
  'the guard detects %s',
  (text) => expect(holdsFields(text)).toBe(false),
);
