/**
 * The names of the server-sent events of the live connection. They carry no data: a listener reads again. `members` is of
 * what the platform has of them, `kept` of what only this desk has: notes and pictures.
 */
export const liveEventNames = ['presence', 'status', 'members', 'kept', 'tasks', 'taps'] as const;

export type LiveEventName = (typeof liveEventNames)[number];
