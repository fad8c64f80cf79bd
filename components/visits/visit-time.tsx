import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

interface VisitTimeProps {
  at: string;
  timeZone: string;
  /** The day that the reader knows already, `yyyy-MM-dd`: a time of another one has its day. */
  knownDay: string | null;
}

/** The time of an arrival or a departure. */
export function VisitTime({ at, timeZone, knownDay }: VisitTimeProps) {
  const { clock, day } = useLocationFormat(timeZone);
  const date = dayOf(Date.parse(at), timeZone);
  return (
    <time dateTime={at} className="tabular-nums">
      {date !== knownDay && <span className="whitespace-nowrap">{day(date)}, </span>}
      {clock(at)}
    </time>
  );
}
