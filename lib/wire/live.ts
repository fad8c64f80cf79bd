/**
 * The event names of the server-sent events. They carry no data: a listener refetches. `members` concerns the members'
 * data at the platform, `kept` the data that only this desk has: notes and photos.
 */
export const liveEventNames = ['presence', 'status', 'members', 'kept', 'tasks', 'taps', 'readers'] as const;

export type LiveEventName = (typeof liveEventNames)[number];
