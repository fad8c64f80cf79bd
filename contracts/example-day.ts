/**
 * A day in the example of a request that is accepted around today alone, as the generated documents contain it: this
 * many days after the one on which somebody reads them. A day that is written here would be refused some weeks later.
 */
export const exampleDay = (days: number): string => `{today${days < 0 ? '' : '+'}${days}}`;
