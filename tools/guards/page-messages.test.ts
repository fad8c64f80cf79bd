import { expect, test } from 'vitest';
import { office } from '#messages/en.ts';
import { everythingLoadedBy } from './browser-files.ts';
import { readSource, sourceFilesOf } from './source-files.ts';

/** Files of the router: each is the entry of a page, of what is around it, or of what stands in for it. */
const entries = sourceFilesOf('app').filter((file) =>
  /\/(page|layout|error|loading|not-found|global-error|template)\.tsx$/.test(file),
);

const isOfOffice = (file: string) => /^app\/(account|g\/\[gym\]\/\(office\))\//.test(file);

/** Namespaces, such as `'office'`, and keys in one, such as `'office.title'`; does not see keys made from variables. */
const officeKey = new RegExp(
  `useTranslations\\('(${Object.keys(office).join('|')})['.]|['\`](${Object.keys(office).join('|')})\\.\\w`,
);

/** Files of the browser that read a message of the office. */
const readersAmong = (pages: readonly string[]): string[] =>
  [...everythingLoadedBy(pages).files].filter((file) => officeKey.test(readSource(file)));

test('no page but those of the office and My account reads the messages that only these load', () => {
  expect(readersAmong(entries.filter((file) => !isOfOffice(file)))).toEqual([]);
});

test('pages of the office are seen to read them', () => {
  expect(readersAmong(entries.filter(isOfOffice)).length).toBeGreaterThan(10);
});
