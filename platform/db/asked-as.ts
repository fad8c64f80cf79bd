/**
 * The questions of a batch as a relation `asked`, with the position of each as `place`: the arrays of a batch statement
 * that belongs to a chain, from $2 on. In a sub-select an array is no constant for the planner: it would otherwise plan
 * for the length of every batch anew, which takes longer than the statement.
 * @param columns name and type of each value
 */
export const askedAs = (...columns: string[]): string => asked(columns, 2);

/** The same for a statement that belongs to no chain: the arrays begin at $1. */
export const askedOfAllAs = (...columns: string[]): string => asked(columns, 1);

function asked(columns: string[], first: number): string {
  const parts = columns.map((column) => column.split(' '));
  const arrays = parts.map(([, type], index) => `(SELECT $${first + index}::${type}[])`);
  return `unnest(${arrays.join()}) WITH ORDINALITY asked (${parts.map(([name]) => name).join()}, place)`;
}
