/**
 * The event names of the server-sent events. They carry no data: a listener refetches. `members` concerns the members'
 * data at the platform, `kept` the data that only this desk has: notes and photos; `settings` those
 * with which the server renders pages; `forgotten` that a member's data was deleted.
 */
export const liveEventNames = [
  'presence',
  'status',
  'members',
  'kept',
  'tasks',
  'taps',
  'readers',
  'settings',
  'forgotten',
] as const;

export type LiveEventName = (typeof liveEventNames)[number];

/** Sent to every window after lists had to wait: those that were told to retry later ask again. */
export const roomEvent = 'room';

/** What a window hears about its location. */
export type StreamEvent = LiveEventName | typeof roomEvent;
