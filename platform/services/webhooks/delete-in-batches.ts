/** So few that a transaction is far from its time limit, and what waits for one of their rows waits briefly. */
const batchSize = 2_000;

/**
 * Deletes rows in transactions of their own until none is left to delete.
 * @param deleteNext deletes no more than `most`, and returns how many it deleted
 */
export async function deleteInBatches(deleteNext: (most: number) => Promise<number>): Promise<void> {
  let deleted: number;
  do {
    deleted = await deleteNext(batchSize);
  } while (deleted === batchSize);
}
