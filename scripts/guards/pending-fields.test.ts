import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** Forms whose entries an answer neither empties nor takes away while the page stays as it is. */
const keepsEntries = [
  // the number stays with its answer
  'components/migration/one.tsx',
  // whoever is signed in goes to another page, and whoever is not finds what was typed
  'app/(auth)/_components/sign-in-link.tsx',
  'components/sign-in/badge-sign-in.tsx',
  'components/sign-in/set-up-form.tsx',
  'components/sign-in/sign-in-form.tsx',
];

test('a form that is sent by a button takes nothing while it is on its way, in which it would be lost', () => {
  const sent = sourceFilesOf('app', 'components')
    .filter((file) => !isOfTests(file))
    .map((file) => ({ file, text: readSource(file) }))
    .filter(({ text }) => text.includes('<form') && /<PendingButton|<FormEnd/.test(text));
  expect(sent.length).toBeGreaterThan(10);
  const takingAll = sent.filter(({ text }) => !text.includes('<PendingFields')).map(({ file }) => file);
  expect(takingAll.toSorted()).toEqual(keepsEntries.toSorted());
});
