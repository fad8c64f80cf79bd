import { useLocale } from 'next-intl';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import type { DayCurve } from '#lib/wire/stays.ts';
import { weekdayOf } from '#shared/calendar/days.ts';
import { Basis } from './basis.tsx';
import { moodOf } from './mood.ts';
import { NumbersTable } from './numbers-table.tsx';
import { heightOf, Legend, Plot, stepsUpTo } from './plot.tsx';
import { ReportChart } from './report.tsx';

interface TodayCurveProps {
  curve: DayCurve;
  capacity: number | null;
  fileHref: PathAt;
}

/** How today goes beside what is usual on this weekday: people inside, by hour. */
export function TodayCurve({ curve, capacity, fileHref }: TodayCurveProps) {
  const t = useTranslations('whenToStaff.today');
  const tag = formattingTag[useLocale()];
  const { format } = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  const { hours, usualDays, soFar } = curve;
  const known = hours.map((one, hour) => ({ ...one, hour })).slice(firstKnown(hours), lastKnown(hours) + 1);
  const day = { weekday: String(weekdayOf(curve.period.from)) };
  const sentence = soFar.usual
    ? t(moodOf(soFar.arrivals, soFar.usual), {
        ...day,
        count: soFar.arrivals,
        median: format(soFar.usual.median),
        lower: format(soFar.usual.lower),
        upper: format(soFar.usual.upper),
      })
    : t('noUsual', { ...day, count: soFar.arrivals });
  const highest = Math.max(
    ...known.map(({ inside, usual }) => Math.max(inside ?? 0, usual?.inside.upper ?? 0)),
    capacity !== null && known.some(({ inside }) => (inside ?? 0) > capacity / 2) ? capacity : 0,
  );
  const ticks = stepsUpTo(highest);
  const most = ticks.at(-1) ?? 1;
  const at = (index: number) => ((index + 0.5) / known.length) * 100;
  const points = (value: (one: (typeof known)[number]) => number | null | undefined) =>
    known.flatMap((one, index) => {
      const found = value(one);
      return found === null || found === undefined ? [] : [`${at(index)},${heightOf(found, most)}`];
    });
  const upper = points(({ usual }) => usual?.inside.upper);
  const lower = points(({ usual }) => usual?.inside.lower);
  const write = (value: number | null | undefined) => (value === null || value === undefined ? '–' : format(value));
  return (
    <ReportChart
      title={t('title')}
      sentence={sentence}
      basis={
        <>
          <Basis counted={curve} /> {usualDays > 0 && t('usualDays', { ...day, count: usualDays })}
        </>
      }
      fileHref={fileHref}
      numbers={
        <NumbersTable
          caption={t('title')}
          columns={[
            t('columns.hour'),
            t('columns.inside'),
            t('columns.median'),
            t('columns.lower'),
            t('columns.upper'),
            t('columns.arrivals'),
          ]}
          rows={known.map(({ hour, inside, arrivals, usual }) => [
            t('hour', { hour: String(hour) }),
            write(inside),
            write(usual?.inside.median),
            write(usual?.inside.lower),
            write(usual?.inside.upper),
            write(arrivals),
          ])}
        />
      }
    >
      {known.length > 0 && (
        <div className="grid gap-3">
          <Plot
            label={t('caption', day)}
            most={most}
            ticks={ticks.map((value) => ({ value, text: format(value) }))}
            places={known.map(({ hour }, index) => ({ at: at(index), text: String(hour), isMinor: index % 3 !== 0 }))}
          >
            {usualDays > 0 && <polygon points={[...upper, ...lower.toReversed()].join(' ')} style={band} />}
            {usualDays > 0 && (
              <polyline points={points(({ usual }) => usual?.inside.median).join(' ')} style={median} />
            )}
            {capacity !== null && capacity <= most && (
              <line x1="0" x2="100" y1={heightOf(capacity, most)} y2={heightOf(capacity, most)} style={limit} />
            )}
            <polyline points={points(({ inside }) => inside).join(' ')} style={today} />
          </Plot>
          <Legend
            entries={[
              { name: t('legend.today'), sample: <line x1="1" x2="27" y1="6" y2="6" style={today} /> },
              ...(usualDays > 0
                ? [
                    { name: t('legend.median', day), sample: <line x1="0" x2="28" y1="6" y2="6" style={median} /> },
                    { name: t('legend.half', day), sample: <rect width="28" height="12" style={band} /> },
                  ]
                : []),
              ...(capacity !== null && capacity <= most
                ? [{ name: t('legend.capacity'), sample: <line x1="0" x2="28" y1="6" y2="6" style={limit} /> }]
                : []),
            ]}
          />
        </div>
      )}
    </ReportChart>
  );
}

const isKnown = ({ inside, usual }: DayCurve['hours'][number]) => (inside ?? 0) > 0 || (usual?.inside.upper ?? 0) > 0;
const firstKnown = (hours: DayCurve['hours']) => Math.max(0, hours.findIndex(isKnown));
const lastKnown = (hours: DayCurve['hours']) => hours.findLastIndex(isKnown);

// told apart by form, not by colour alone
const band = { fill: 'color-mix(in oklab, var(--accent) 22%, var(--surface))' };
const median = { fill: 'none', stroke: 'var(--ink-soft)', strokeWidth: 2, strokeDasharray: '6 4' };
const today = {
  fill: 'none',
  stroke: 'var(--accent)',
  strokeWidth: 3.5,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const;
const limit = { stroke: 'var(--refused)', strokeWidth: 2, strokeDasharray: '2 3' };
