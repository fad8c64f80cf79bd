import { photoPlace } from '#lib/wire/reads/member.ts';
import { readQuery } from './read-query.ts';

/** The picture itself is kept nowhere in the browser. */
export const photoQuery = (locationId: string, accountId: string) => readQuery(photoPlace, locationId, { accountId });
