import { createHash } from 'node:crypto';

interface Absence {
  locationId: string;
  accountId: string;
  lastAt: Date;
}

/** The id of the task about an absence: the same for all who create it, so that it is one task. @returns a UUID of version 8 */
export function taskIdOf({ locationId, accountId, lastAt }: Absence): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(['absence', locationId, accountId, lastAt]))
    .digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
