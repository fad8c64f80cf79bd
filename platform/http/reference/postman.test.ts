import harSdk from '@har-sdk/validator';
import { expect, test } from 'vitest';
import { createCollection } from './postman.ts';
import { type InterfaceName, interfaceNames, membersOf } from './reference.ts';
import { references } from './references.ts';

const url = 'http://127.0.0.1:4010';
const collectionOf = (name: InterfaceName) => createCollection(references[name](new Date()), url);
type Verified = Parameters<InstanceType<typeof harSdk.PostmanValidator>['verify']>[0];
const findMistakes = (collection: object) => new harSdk.PostmanValidator().verify(collection as Verified); // safe because: it is verified here

test.each(interfaceNames)('the collection of %s matches the published schema of its format', async (name) => {
  expect(await findMistakes(collectionOf(name))).toEqual([]);
});

test('a collection without its name would be rejected (negative control)', async () => {
  const { info, ...rest } = collectionOf('v2');
  expect(await findMistakes({ ...rest, info: { schema: info.schema } })).not.toEqual([]);
});

test.each(interfaceNames)('the collection of %s has each operation once, and no value of a gym', (name) => {
  const { document, basePath } = references[name](new Date());
  const { item, variable } = collectionOf(name);
  const requests = item.flatMap((group) => group.item.map(({ request }) => request));
  const listed = requests.map(({ method, url }) => `${method} /${url.path.join('/')}`);
  const documented = membersOf(document.paths, basePath).map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(listed.toSorted()).toEqual(documented.toSorted());
  const known = new Set(variable.map(({ key }) => key));
  const used = [...JSON.stringify(item).matchAll(/\{\{(\w+)\}\}/g)].map(([, key = '']) => key);
  expect(new Set(used)).toEqual(known);
  expect(variable.filter(({ value }) => value !== '')).toEqual([{ key: 'baseUrl', value: url }]);
});
