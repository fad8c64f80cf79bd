import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { largestBodyOf } from '#lib/server/door/body-limits.ts';
import { isAllowed, type StaffPermission } from '#lib/wire/permissions.ts';
import { staffRoles } from '#lib/wire/staff.ts';
import { root } from '#programs/base/run-program.ts';
import { namedFilesOf } from './source-files.ts';

/** The requirement numbers of the standard by level, without its text. */
const standard: { level1: string[]; level2: string[]; level3: string[] } = JSON.parse(
  fs.readFileSync(path.join(root, 'tools/guards/asvs-5.0.0.json'), 'utf8'),
);
const document = fs.readFileSync(path.join(root, 'docs/security.md'), 'utf8');

interface Row {
  numbers: string[];
  level: number;
  here: string;
}

/** The rows of the chapters, by their numbers. */
const readRows = (text: string): Row[] =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| (\d) \| [^|]+ \| ([^|]+) \|/gm)].map(
    ([, numbers = '', level, here = '']) => ({ numbers: numbers.split(', '), level: Number(level), here }),
  );
const levelOf = (number: string) =>
  [standard.level1, standard.level2, standard.level3].findIndex((numbers) => numbers.includes(number)) + 1;
const isLeftOut = (number: string) => /^(10|17)\./.test(number);

const rows = readRows(document);
const numbers = rows.flatMap((row) => row.numbers);

test('every requirement of level 1 and 2 has one row, with its level', () => {
  const asked = [...standard.level1, ...standard.level2].filter((number) => !isLeftOut(number));
  expect(asked.length).toBeGreaterThan(200);
  expect(asked.filter((number) => !numbers.includes(number))).toEqual([]);
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  expect(rows.filter(({ numbers: of, level }) => of.some((number) => levelOf(number) !== level))).toEqual([]);
});

test('every referenced file exists', () => {
  const named = namedFilesOf(document);
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
});

test('unmet requirements are also listed at the top', () => {
  const top = document.slice(document.indexOf('## What is not met'), document.indexOf('## Who may do what'));
  const missing = rows.filter(({ here }) => here.startsWith('**not met**')).flatMap((row) => row.numbers);
  expect(missing.length).toBeGreaterThan(0);
  expect(missing.filter((number) => !top.includes(number))).toEqual([]);
});

test('the documented roles and limits are those of the code', () => {
  const permissions: StaffPermission[] = ['readFloor', 'recordTasks', 'recordVisits', 'readMembers', 'editMembers'];
  permissions.push('deleteMembers', 'manageRoles', 'overrideAdmission', 'exportLists', 'readReports', 'manageLocation');
  for (const role of staffRoles) {
    const told = permissions.filter((permission) => isAllowed(role, permission)).map((name) => `\`${name}\``);
    expect(document).toContain(`| \`${role}\` | ${told.join(', ')} |`);
  }
  const paths = ['/api/desk/taps', '/api/hooks/1', '/', '/api/desk/migration', '/api/desk/photos/a'];
  const sizes = paths
    .map(largestBodyOf)
    .map((bytes) => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} kB` : `${bytes / 2 ** 20} MB`));
  expect(document).toContain(
    `| a request to the desk: input, delivery of a webhook, action, list, picture | ${sizes.join(', ')} |`,
  );
});

test('a row with a wrong level, a duplicate row and a missing file are detected (control)', () => {
  const [first] = readRows('| 1.2.4, 6.3.3 | 3 | asks | **not met**: no | `lib/gone.test.ts` |');
  expect(first).toEqual({ numbers: ['1.2.4', '6.3.3'], level: 3, here: '**not met**: no' });
  expect([levelOf('1.2.4'), levelOf('6.3.3'), levelOf('1.2.10'), levelOf('99.1.1')]).toEqual([1, 2, 3, 0]);
  expect(namedFilesOf('`lib/gone.test.ts`, `app/g/[gym]/(desk)/members/[accountId]/doors.db.test.ts`')).toEqual([
    'lib/gone.test.ts',
    'app/g/[gym]/(desk)/members/[accountId]/doors.db.test.ts',
  ]);
});
