import 'server-only';
import { derivedUuid } from '#lib/server/base/derived-uuid.ts';

interface Absence {
  locationId: string;
  accountId: string;
  lastAt: Date;
}

/** The id of the task about an absence: the same for all who create it, so that it is one task. */
export const taskIdOf = ({ locationId, accountId, lastAt }: Absence): string =>
  derivedUuid(`absence/${locationId}/${lastAt.getTime()}/${accountId}`);
