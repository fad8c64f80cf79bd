import type { ResultWords, RowResult } from './results.ts';

const states = ['waiting', 'migrated', 'alreadyThere', 'notFound', 'refused', 'invalid', 'repeated'] as const;
const explanations = [
  'waiting',
  'migrated',
  'unnamed',
  'alreadyThere',
  'account',
  'membership',
  'platformFails',
  'refused',
  'notAnId',
  'shortened',
  'outOfRange',
  'repeated',
  'erased',
] as const;
type Explanation = (typeof explanations)[number];
type ResultKey =
  | `headings.${'row' | 'userId' | 'result' | 'account' | 'explanation'}`
  | `states.${(typeof states)[number]}`
  | `explanations.${Explanation}`;

/** Says a text of `migration.results` of the messages, with what it names filled in. */
type SayResult = (key: ResultKey, values: { line: string; code: string }) => string;

export function resultWords(say: SayResult, separator: ResultWords['separator']): ResultWords {
  const none = { line: '', code: '' };
  const heading = (name: 'row' | 'userId' | 'result' | 'account' | 'explanation') => say(`headings.${name}`, none);
  return {
    separator,
    headings: [heading('row'), heading('userId'), heading('result'), heading('account'), heading('explanation')],
    stateOf: ({ state }) => say(`states.${state}`, none),
    explain: (row) =>
      say(`explanations.${explanationOf(row)}`, { line: String(row.firstLine ?? ''), code: row.problem ?? '' }),
  };
}

function explanationOf({ state, problem, accountId }: RowResult): Explanation {
  if (state === 'migrated' && problem === null && accountId === null) return 'unnamed';
  if (state === 'repeated' && problem === null) return 'repeated';
  const known = explanations.find((name) => name === problem);
  if (known) return known;
  return state === 'refused' ? 'refused' : (explanations.find((name) => name === state) ?? 'refused');
}
