/** Monday first, as the calendar counts them. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** A time on the clock before this one belongs to the evening before: Friday's 00:30 is on Saturday. */
const nightEndsAt = '06:00';

export const isAtNight = (time: string): boolean => time < nightEndsAt;
