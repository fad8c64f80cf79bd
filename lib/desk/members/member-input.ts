import { z } from 'zod';

/** An account id from the browser. It becomes a part of a path, where dots alone would name another. */
export const accountIdInput = z.string().min(1).max(100).regex(/[^.]/, 'Must be the id of an account.');

/** The member that something is done to, and the location whose screen it was done on. */
export const memberInput = z.object({ locationId: z.uuid(), accountId: accountIdInput });
export type MemberInput = z.infer<typeof memberInput>;
