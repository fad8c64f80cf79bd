import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

const own = ['lib/browser/i18n/translations.ts', 'lib/server/i18n/server-translations.ts'];
/** A translator that does not isolate right-to-left names. */
const unsafe =
  /import \{[^}]*\b(useTranslations|getTranslations|createTranslator|useExtracted)\b[^}]*\} from '(next-intl|use-intl)[^']*';/;

test('every message is formatted by a translator that isolates names', () => {
  const sources = sourceFilesOf('app', 'components', 'lib').filter((file) => !isOfTests(file));
  expect(sources.filter((file) => unsafe.test(readSource(file)))).toEqual(own.toSorted());
});

test('an import of another translator is detected', () => {
  expect(unsafe.test("import { useLocale, useTranslations } from 'next-intl';")).toBe(true);
  expect(unsafe.test("import { getTranslations } from 'next-intl/server';")).toBe(true);
  expect(unsafe.test("import { useTranslations } from '#lib/browser/i18n/translations.ts';")).toBe(false);
});
