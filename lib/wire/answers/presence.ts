import type { PresenceEntry, PresenceView } from '#lib/wire/presence.ts';
import { type Is, isNumber, isText, listOf, nullOr, objectOf, oneOf } from './shape.ts';

/** The properties of every member who is in the gym. */
export const entryProperties = {
  accountId: isText,
  displayName: isText,
  initials: isText,
  membershipType: nullOr(isText),
  photoUrl: nullOr(isText),
  since: isText,
  source: oneOf<PresenceEntry['source']>({ desk: true, elsewhere: true }),
  openTasks: isNumber,
};

export const isPresence: Is<PresenceView> = objectOf({ entries: listOf(objectOf<PresenceEntry>(entryProperties)) });
