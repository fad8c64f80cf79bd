import { daysLater, utcDayOf } from '#shared/calendar/days.ts';

/** The document with a day in place of each `exampleDay`. */
export const withExampleDays = <Document extends object>(document: Document, now: Date): Document =>
  JSON.parse(
    JSON.stringify(document).replaceAll(/\{today([+-]\d+)\}/g, (_, days) =>
      daysLater(utcDayOf(now.getTime()), Number(days)),
    ),
  );
