/** Days in the time zone of the gym, `yyyy-MM-dd`, both included. */
export interface Days {
  from: string;
  until: string;
}

/** What every answer about visits says about itself. A visit is a stay (docs/decisions/who-is-in.md). */
export interface Counted {
  period: Days;
  timeZone: string;
  /** Arrivals of members and of cards that are not identified yet, also by turnstiles; what was undone is none. */
  visits: number;
  /** After so many of them nobody checked out: such people count as inside for the longest stay. */
  openEnds: number;
  /** The first day of which the desk knows visits; null where it knows none. */
  since: string | null;
}

export interface Quartiles {
  lower: number;
  median: number;
  upper: number;
}

/** One hour of one weekday, over a period. */
export interface HourCell {
  /** How many days had this hour: one fewer where clocks were put forward. */
  days: number;
  /** On all these days together. */
  arrivals: number;
  /** The people inside on average; null without a day. */
  inside: number | null;
  /** The most people inside at once, on any of these days. */
  peak: number;
}

/** When a gym is full. Only days that are over, wholly known, and had a visit count: others would lower the averages. */
export interface WeekdayHours extends Counted {
  /** How many days of each weekday were counted, Monday first. */
  days: readonly number[];
  /** The days of the period that were not. */
  daysLeftOut: number;
  /** By weekday, Monday first, and local hour. */
  cells: readonly (readonly HourCell[])[];
}

export interface CurveHour {
  /** Null where the hour is still to come, or does not exist on this day. */
  arrivals: number | null;
  inside: number | null;
  peak: number | null;
  /** On the same weekday before; null without such days. */
  usual: { arrivals: Quartiles; inside: Quartiles } | null;
}

/** A day, and what is usual on this weekday. */
export interface DayCurve extends Counted {
  /** The hour it is there; null unless the day is today. */
  hourNow: number | null;
  /** By local hour. */
  hours: readonly CurveHour[];
  /** How many earlier days of this weekday the usual values are of. */
  usualDays: number;
  /** Until this time of day, on a day that is over of the whole day. */
  soFar: { arrivals: number; usual: Quartiles | null };
}

export interface DayPeak {
  day: string;
  visits: number;
  /** The most people inside at once, and the local hour of the first such moment. */
  peak: number;
  peakHour: number;
}

/** How full each day was, beside what the gym has room for. Days without visits are left out. */
export interface DayPeaks extends Counted {
  capacity: number | null;
  days: readonly DayPeak[];
}
