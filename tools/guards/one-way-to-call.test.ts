import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

interface Source {
  file: string;
  text: string;
}

/** What runs in the browser, or may. */
const sources: Source[] = sourceFilesOf('app', 'components', 'lib')
  .filter((file) => !isOfTests(file))
  .map((file) => ({ file, text: readSource(file) }))
  .filter(({ text }) => !text.includes("'server-only'") && !text.includes("'use server'"));

const filesWith = (pattern: RegExp, among: readonly Source[] = sources) =>
  among
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

const theHook = 'components/hooks/use-action.ts';

/** Something a component keeps by hand of a call under way. */
const keptPending = /\bset(Is)?(Pending|Busy|Sending|Saving|Giving|Submitting|Working|Loading)\b/;
/** What React and React Query know of calls under way. */
const otherWays = /\b(useMutation|useActionState|useFormStatus|useOptimistic)\b/;
const transition = /\b(useTransition|startTransition)\b/;

test('no component keeps by hand that a call is under way', () => {
  expect(filesWith(keptPending)).toEqual([]);
  expect(filesWith(otherWays)).toEqual([theHook]);
  // no action: a page is read, of which the router tells the end to a transition alone
  expect(filesWith(transition)).toEqual([
    'app/_components/header.tsx',
    'app/_components/use-gym-switch.ts',
    'app/g/[gym]/(desk)/corporate-fitness/_components/corporate-fitness-screen.tsx',
    'app/g/[gym]/(desk)/members/[accountId]/_components/profile-unavailable.tsx',
  ]);
});

/** The actions that a file imports, under the names they have there. */
function importedActions({ text }: Source): string[] {
  const imports = text.matchAll(/^import \{([^}]*)\} from '#app\/[^']*actions\.ts';$/gm);
  return [...imports].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(' as ').at(-1) ?? '')
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
}

/** Awaited, or with handlers of its own: an answer that nobody waits for in the one way. */
const isCalledByItself = (source: Source): boolean =>
  importedActions(source).some((name) =>
    new RegExp(`\\b(await|void)\\s+${name}\\(|\\b${name}\\([^;]*?\\)\\s*\\.(then|catch|finally)\\(`).test(source.text),
  );

test('a component hands an action to the hook, or to the component that does', () => {
  const calling = sources.filter((source) => importedActions(source).length > 0);
  expect(calling.length).toBeGreaterThan(10);
  expect(calling.filter(isCalledByItself).map(({ file }) => file)).toEqual([]);
});

test('that a call failed is told, and who is signed out led to the sign-in, in one place', () => {
  expect(filesWith(/push\('\/sign-in'\)/)).toEqual([
    // the desk says it by itself
    'app/_components/use-session-end.ts',
    'components/hooks/use-failures.ts',
  ]);
  expect(filesWith(/\{ requestId(: [\w.]+)? \}\)/)).toEqual(['components/hooks/use-failures.ts']);
  expect(filesWith(/\bcatch\(\(\) => null\)/)).toEqual([]);
});

test('the guard sees a component that waits for an action by itself (control)', () => {
  const own: Source = {
    file: 'own.tsx',
    text: [
      "import { saveNote as save, type Note } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';",
      'const [isPending, setPending] = useState(false);',
      'const press = async () => {',
      '  setPending(true);',
      '  const saved = await save({ text });',
      '};',
    ].join('\n'),
  };
  expect(importedActions(own)).toEqual(['save']);
  expect(isCalledByItself(own)).toBe(true);
  expect(filesWith(keptPending, [own])).toEqual(['own.tsx']);
  const chained = own.text.replace('await save({ text })', 'save({ text }).catch(() => null)');
  expect(isCalledByItself({ ...own, text: chained })).toBe(true);
  const handed = own.text.replace('await save({ text })', 'useAction(save)');
  expect(isCalledByItself({ ...own, text: handed })).toBe(false);
});
