import type { Sql } from '#platform/db/client.ts';
import { isCollision } from '#platform/db/collisions.ts';
import type { Sandbox } from './sandbox.ts';

const mostTries = 10;

/** Changes rows of gyms that clients are working with: requests that are under way lock them in another order. */
export async function changeDespiteRequests<T>(sandbox: Sandbox, work: (sql: Sql) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sandbox.change(work);
    } catch (error) {
      if (tries === mostTries || !isCollision(error)) throw error;
    }
  }
}
