import { expect, test } from 'vitest';
import { office, reports } from '#messages/en.ts';
import { everythingLoadedBy, routerFiles } from './browser-files.ts';
import { readSource } from './source-files.ts';

const entries = routerFiles();

const isOfOffice = (file: string) => /^app\/(account|g\/\[gym\]\/\(office\))\//.test(file);
const isOfReports = (file: string) => /^app\/g\/\[gym\]\/\(reports\)\//.test(file);

/** Namespaces, such as `'office'`, and keys in one, such as `'office.title'`; does not see keys made from variables. */
const keyOf = (messages: object) =>
  new RegExp(
    `useTranslations\\('(${Object.keys(messages).join('|')})['.]|['\`](${Object.keys(messages).join('|')})\\.\\w`,
  );

/** Files of the browser that read one of these messages. */
const readersAmong = (pages: readonly string[], messages: object): string[] =>
  [...everythingLoadedBy(pages).files].filter((file) => keyOf(messages).test(readSource(file)));

test('no page but those of the office and My account reads the messages that only these load', () => {
  const others = entries.filter((file) => !isOfOffice(file));
  expect(readersAmong(others, office)).toEqual([]);
});

test('no page but those of the reports reads the messages that only these load', () => {
  const others = entries.filter((file) => !isOfReports(file));
  expect(readersAmong(others, reports)).toEqual([]);
});

test('the pages of both are seen to read them', () => {
  expect(readersAmong(entries.filter(isOfOffice), office).length).toBeGreaterThan(10);
  expect(readersAmong(entries.filter(isOfReports), reports).length).toBeGreaterThan(2);
});
