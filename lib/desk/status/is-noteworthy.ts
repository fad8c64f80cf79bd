import type { PlatformStatus } from '#lib/wire/status.ts';

/** Whether there is anything to tell anybody of a platform. */
export const isNoteworthy = ({ connection, clockAheadS, unreadable, ...counts }: PlatformStatus): boolean =>
  connection.state !== 'reachable' ||
  clockAheadS !== null ||
  unreadable.length > 0 ||
  Object.values(counts).some((count) => count > 0);
