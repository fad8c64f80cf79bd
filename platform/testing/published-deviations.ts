import type { OperationFacts } from './contract-facts.ts';

type Facts = Record<string, OperationFacts>;

/**
 * The deviations of an interface from its published document, one line each: `checkIn request -userId!: string` for
 * something missing, with `+` for something added. Not a deviation: a status within a published class, a failure of
 * the platform itself, or a response that guarantees more.
 */
export function findDeviations(published: Facts, ours: Facts): string[] {
  return Object.keys({ ...published, ...ours }).flatMap((id) => {
    const [theirs = nothing, own = nothing] = [published[id], ours[id]];
    return [
      ...difference(`${id} status`, theirs.statuses.filter(isSingle), own.statuses.filter(isNew(theirs.statuses))),
      ...difference(`${id} parameter`, theirs.parameters, own.parameters),
      ...difference(`${id} request`, theirs.request, own.request),
      ...difference(`${id} response`, theirs.response, own.response.map(asFarAs(theirs.response))),
    ];
  });
}

const nothing: OperationFacts = { operation: '', statuses: [], parameters: [], request: [], response: [] };

const difference = (place: string, published: string[], ours: string[]): string[] => [
  ...published.filter((fact) => !ours.includes(fact)).map((fact) => `${place} -${fact}`),
  ...ours.filter((fact) => !published.includes(fact)).map((fact) => `${place} +${fact}`),
];

const isSingle = (status: string) => !status.endsWith('XX');

const isNew = (published: string[]) => (status: string) =>
  published.includes(status) || (status !== '500' && !published.includes(`${status[0]}XX`));

/** A field that is always returned satisfies an optional one. */
const asFarAs = (published: string[]) => (fact: string) =>
  published.find((one) => unmarked(one) === unmarked(fact) && isWeaker(one, fact)) ?? fact;

const unmarked = (fact: string) => fact.replaceAll('!', '');
const isWeaker = (one: string, other: string) => one.split('!').length <= other.split('!').length;
