import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

interface Source {
  file: string;
  text: string;
}

/** Code that runs, or may run, in the browser. */
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

/** A component's own state for a pending call. */
const keptPending = /\bset(Is)?(Pending|Busy|Sending|Saving|Giving|Submitting|Working|Loading)\b/;
/** The APIs of React and React Query for pending calls. */
const otherWays = /\b(useMutation|useActionState|useFormStatus|useOptimistic)\b/;
const transition = /\b(useTransition|startTransition)\b/;

test('no component has its own state for a pending call', () => {
  expect(filesWith(keptPending)).toEqual([]);
  expect(filesWith(otherWays)).toEqual([theHook]);
  // not actions: navigations, whose end the router reports only to a transition
  expect(filesWith(transition)).toEqual([
    'app/_components/header.tsx',
    'app/_components/use-gym-switch.ts',
    'app/g/[gym]/(desk)/corporate-fitness/_components/corporate-fitness-screen.tsx',
    'app/g/[gym]/(desk)/members/[accountId]/_components/profile-unavailable.tsx',
    'components/reading/section-boundary.tsx',
    'components/reports/period.tsx',
    'components/reports/statement/month-choice.tsx',
  ]);
});

/** The actions that a file imports, under their local names. */
function importedActions({ text }: Source): string[] {
  const imports = text.matchAll(/^import \{([^}]*)\} from '#app\/[^']*actions\.ts';$/gm);
  return [...imports].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(' as ').at(-1) ?? '')
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
}

/** Awaited, or with its own handlers, instead of the shared hook. */
const isAwaitedDirectly = (source: Source): boolean =>
  importedActions(source).some((name) =>
    new RegExp(`\\b(await|void)\\s+${name}\\(|\\b${name}\\([^;]*?\\)\\s*\\.(then|catch|finally)\\(`).test(source.text),
  );

test('a component passes an action to the hook, or to a component that does', () => {
  const calling = sources.filter((source) => importedActions(source).length > 0);
  expect(calling.length).toBeGreaterThan(10);
  expect(calling.filter(isAwaitedDirectly).map(({ file }) => file)).toEqual([]);
});

test('failed calls are reported, and signed-out users led to the sign-in, in one place each', () => {
  expect(filesWith(/push\(('\/sign-in'|signInPath)/)).toEqual(['app/_components/use-session-end.ts']);
  expect(filesWith(/\{ requestId(: [\w.]+)?(, gym)? \}\)/)).toEqual(['components/hooks/use-failures.ts']);
  expect(filesWith(/\bcatch\(\(\) => null\)/)).toEqual([]);
});

test('what the server has read for a page is put into the query cache in one way', () => {
  expect(filesWith(/\bHydrationBoundary\b/)).toEqual(['components/reading/prefilled.tsx']);
});

test('the guard detects a component that awaits an action itself (control)', () => {
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
  expect(isAwaitedDirectly(own)).toBe(true);
  expect(filesWith(keptPending, [own])).toEqual(['own.tsx']);
  const chained = own.text.replace('await save({ text })', 'save({ text }).catch(() => null)');
  expect(isAwaitedDirectly({ ...own, text: chained })).toBe(true);
  const handed = own.text.replace('await save({ text })', 'useAction(save)');
  expect(isAwaitedDirectly({ ...own, text: handed })).toBe(false);
});
