/** PostgreSQL takes 65,535 parameters a statement. */
const rowsOfStatement = 1_000;

/** Rows in batches, by default of as many as one statement takes. */
export function* inBatches<Row>(rows: readonly Row[], size = rowsOfStatement): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
