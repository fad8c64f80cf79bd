/** The names of the server-sent events of `/api/live`. They carry no data: a listener reads again. */
export const liveEventNames = ['presence', 'status', 'members', 'tasks', 'taps'] as const;

export type LiveEventName = (typeof liveEventNames)[number];
