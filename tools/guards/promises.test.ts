import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mostBadgeFailures } from '#lib/server/auth/badge/badge-failures.ts';
import { isAtNight } from '#lib/wire/closing-times.ts';
import { mostIds } from '#lib/wire/migration.ts';
import { keepRetiredTrainingDays } from '#lib/wire/training.ts';
import { root } from '#programs/base/run-program.ts';
import { shiftMs } from '#shared/session/session-rules.ts';
import { failureWindowMs } from '#shared/sign-in/attempts.ts';
import { namedFilesOf, readSource } from './source-files.ts';

/** The rows of the tables: the message, and the files in the other columns. */
const readRows = (text: string) =>
  [...text.matchAll(/^\| `([\w-]+): ([\w.]+)` [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, file = '', key = '', keptBy = '', shownBy = '']) => ({ file, key, keptBy, shownBy }),
  );

/** The text of a message; undefined if there is none with this key. */
function findText(language: string, file: string, key: string): string | undefined {
  const found = path.join('messages', language, `${file}.json`);
  if (!fs.existsSync(path.join(root, found))) return undefined;
  let place: unknown = JSON.parse(readSource(found));
  for (const word of key.split('.')) place = Object.entries(place ?? {}).find(([name]) => name === word)?.[1];
  return typeof place === 'string' ? place : undefined;
}

const document = readSource('docs/promises.md');
const rows = readRows(document);

test.each(['en', 'de'])('every listed message exists, once: %s', (language) => {
  expect(rows.length).toBe(document.split('\n').filter((line) => line.startsWith('| `')).length);
  const keys = rows.map(({ file, key }) => `${file}: ${key}`);
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  const missing = rows.filter(({ file, key }) => findText(language, file, key) === undefined);
  expect(missing.map(({ key }) => key)).toEqual([]);
});

test('every file that implements or shows a promise exists', () => {
  const named = rows.flatMap(({ keptBy, shownBy }) => namedFilesOf(keptBy + shownBy));
  expect(named.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
  const isShown = (shownBy: string) =>
    shownBy === '–' || namedFilesOf(shownBy).every((file) => /\.(test|spec)\./.test(file));
  const odd = rows.filter(({ keptBy, shownBy }) => namedFilesOf(keptBy).length === 0 || !isShown(shownBy));
  expect(odd.map(({ key }) => key)).toEqual([]);
});

test.each(['en', 'de'])('numbers in the messages are those of the code: %s', (language) => {
  const numbersOf = (file: string, key: string) => findText(language, file, key)?.match(/\d+(?:[.,:]\d+)?/g);
  const grouped = mostIds.toLocaleString(language);
  expect(numbersOf('office', 'office.staff.badgeLocked')).toEqual([String(mostBadgeFailures)]);
  expect(numbersOf('office', 'office.staff.openBadgeText')).toEqual([String(mostBadgeFailures)]);
  expect(numbersOf('gym', 'gym.idleLimitMin.hint')).toEqual([String(shiftMs / 3_600_000)]);
  expect(numbersOf('migration', 'migration.list.text')).toEqual([grouped]);
  for (const key of ['gyms.text', 'gyms.retireText'])
    expect(numbersOf('gyms', key)).toEqual([String(keepRetiredTrainingDays)]);
  const [nightEnds = ''] = numbersOf('gym', 'gym.closingText') ?? [];
  expect([nightEnds, isAtNight(nightEnds), isAtNight('05:59')]).toEqual(['06:00', false, true]);
  expect(failureWindowMs).toBe(15 * 60_000); // "a quarter of an hour" in both texts of `tooManyAttempts`
});

test('a missing message or file is detected (control)', () => {
  const [row] = readRows('| `desk: platform.gone` "is kept" | `lib/gone.ts` | `app/g/[gym]/(desk)/gone.spec.ts` |');
  expect(row).toMatchObject({ file: 'desk', key: 'platform.gone' });
  expect([findText('en', 'desk', 'platform.gone'), findText('en', 'gone', 'a')]).toEqual([undefined, undefined]);
  expect(findText('en', 'desk', 'platform')).toBeUndefined();
  expect(namedFilesOf((row?.keptBy ?? '') + row?.shownBy)).toEqual(['lib/gone.ts', 'app/g/[gym]/(desk)/gone.spec.ts']);
});
