import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#programs/base/run-program.ts';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** An optional text without special handling. */
const field = 'zipCode';
const column = 'zip_code';
/** Version 1 has field names of its own, and the demo generates members. */
const isOfOthers = (file: string) =>
  /^(contracts|platform\/http)\/v1\/|^platform\/services\/(members|publishing)\/published-|^platform\/simulator\//.test(
    file,
  );

const jsonIn = (room: string) =>
  fs
    .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .map((file) => `${room}/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('.json') && !file.includes('/migrations/'));

/** The files that the recipe in CONTRIBUTING.md lists. */
function filesOfRecipe(): string[] {
  const [, recipe = ''] = readSource('CONTRIBUTING.md').split('**A field of an account, version 2**');
  const [list = ''] = recipe.split('\n\nRequests, answers,');
  return [...list.matchAll(/^\d\. `([^`]+)`/gm)].map(([, file = '']) => file);
}

test('a field of an account occurs in the seven places of the recipe, and nowhere else', () => {
  const recipe = filesOfRecipe();
  expect(recipe).toHaveLength(7);
  const [migrations, ...files] = recipe.toSorted((one) => (one.endsWith('/migrations') ? -1 : 1));
  const all = [
    ...sourceFilesOf('contracts', 'platform', 'lib', 'components', 'app', 'shared').filter((file) => !isOfTests(file)),
    ...['contracts', 'platform', 'messages'].flatMap(jsonIn),
  ];
  const naming = all.filter(
    (file) => !isOfOthers(file) && [field, column].some((name) => readSource(file).includes(name)),
  );
  expect(naming.toSorted()).toEqual(files.toSorted());
  const statements = fs.readdirSync(path.join(root, migrations ?? '')).filter((file) => file.endsWith('.sql'));
  expect(statements.some((file) => readSource(`${migrations}/${file}`).includes(column))).toBe(true);
});
