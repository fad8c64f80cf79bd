import type { Counted, CurveHour, DayCurve, Quartiles } from '#lib/wire/stays.ts';
import { type Is, isNumber, isText, listOf, nullOr, objectOf } from './shape.ts';

const isQuartiles: Is<Quartiles> = objectOf({ lower: isNumber, median: isNumber, upper: isNumber });

const isCurveHour: Is<CurveHour> = objectOf({
  arrivals: nullOr(isNumber),
  inside: nullOr(isNumber),
  peak: nullOr(isNumber),
  usual: nullOr(objectOf({ arrivals: isQuartiles, inside: isQuartiles })),
});

const counted = {
  period: objectOf({ from: isText, until: isText }),
  timeZone: isText,
  visits: isNumber,
  openEnds: isNumber,
  since: nullOr(isText),
} satisfies { [Name in keyof Counted]: Is<Counted[Name]> };

export const isSoFar: Is<DayCurve['soFar']> = objectOf({ arrivals: isNumber, usual: nullOr(isQuartiles) });

export const isDayCurve: Is<DayCurve> = objectOf({
  ...counted,
  hourNow: nullOr(isNumber),
  hours: listOf(isCurveHour),
  usualDays: isNumber,
  soFar: isSoFar,
});
