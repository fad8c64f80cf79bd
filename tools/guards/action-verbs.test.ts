import { expect, test } from 'vitest';
import { readSource, sourceFilesOf } from './source-files.ts';

/** Actions that are named for a control on the screen where the verb is named for what the server does. */
const namedForTheScreen: Record<string, string> = {
  setUp: 'completeSetUp',
  setLocale: 'keepLocale',
  setTheme: 'keepTheme',
  acknowledge: 'acknowledgeRefusal',
  lookUpEmail: 'findByEmail',
  migrateMember: 'migrateOne',
  saveSettings: 'changeSettings',
  saveRetention: 'changeRetention',
  saveLegacyInterface: 'saveLegacy',
  removeLegacyInterface: 'removeLegacy',
};

const defined =
  /export const (\w+) = (?:action|reauthenticatedAction|personalAction|reauthenticatedPersonalAction|publicAction)\(([^;]*)\);/g;

/** The last argument of some. */
const options = /,\s*\{[^{}]*\},?\s*$/;

/** The actions of a source, each with the exported name of its verb. */
const actionsOf = (source: string) =>
  [...source.matchAll(defined)].map(([, name = '', given = '']) => {
    const verb = /(\w+),?\s*$/.exec(given.replace(options, ''))?.[1] ?? '';
    return { name, verb: new RegExp(`\\b(\\w+) as ${verb}\\b`).exec(source)?.[1] ?? verb };
  });

const swappedIn = (source: string) =>
  actionsOf(source).filter(({ name, verb }) => verb !== (namedForTheScreen[name] ?? name));

test('every server action calls the verb of its name, since verbs of the same input could be swapped', () => {
  const sources = sourceFilesOf('app').map(readSource);
  const written = sources
    .filter((source) => source.startsWith("'use server'"))
    .flatMap((source) => [...source.matchAll(/^export /gm)]);
  const actions = sources.flatMap(actionsOf);
  expect(actions).toHaveLength(written.length);
  expect(actions.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(namedForTheScreen)));
  expect(sources.flatMap(swappedIn)).toEqual([]);
});

test('an action with the verb of another is detected (control)', () => {
  const head = `import { takeBadge, openBadge as open } from './badges.ts';\n`;
  const own = `${head}export const openBadge = action('manageLocation', badgeInput, open);`;
  expect(actionsOf(own)).toEqual([{ name: 'openBadge', verb: 'openBadge' }]);
  expect(swappedIn(own)).toEqual([]);
  expect(swappedIn(own.replace('open)', 'open, { isPasskeyOptional: true })'))).toEqual([]);
  const swapped = `${head}export const takeBadge = action(\n  'manageLocation',\n  z.looseObject({}),\n  open,\n);`;
  expect(swappedIn(swapped)).toEqual([{ name: 'takeBadge', verb: 'openBadge' }]);
});
