import { useLocale } from 'next-intl';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import type { DayPeak, DayPeaks } from '#lib/wire/stays.ts';
import { Basis } from './basis.tsx';
import { groupPeaks, spanOf } from './group-peaks.ts';
import { NumbersTable } from './numbers-table.tsx';
import { heightOf, Legend, Plot, stepsUpTo } from './plot.tsx';
import { ReportChart } from './report.tsx';

interface DayPeaksChartProps {
  peaks: DayPeaks;
  fileHref: PathAt;
}

/** From this share of the capacity on, a day counts as nearly full. */
const nearlyFull = 0.9;

/** The first of the fullest days. */
const fullestOf = (days: readonly DayPeak[]): DayPeak | null =>
  days.reduce<DayPeak | null>((fullest, day) => (fullest === null || day.peak > fullest.peak ? day : fullest), null);

/** The most people inside at once, of each day, week or month, beside what the gym has room for. */
export function DayPeaksChart({ peaks, fileHref }: DayPeaksChartProps) {
  const t = useTranslations('whenToStaff.peaks');
  const tag = formattingTag[useLocale()];
  const { format } = new Intl.NumberFormat(tag);
  const { capacity, days, period } = peaks;
  const dayText = (day: string) =>
    formatDay(tag, day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const span = spanOf(period);
  const groups = groupPeaks(days, period);
  const fullest = fullestOf(days);
  const full = capacity === null ? 0 : days.filter(({ peak }) => peak >= capacity * nearlyFull).length;
  const sentence = () => {
    if (fullest === null) return t('none');
    const moment = { day: dayText(fullest.day), hour: String(fullest.peakHour), count: fullest.peak };
    if (capacity === null) return t('withoutCapacity', moment);
    return t('sentence', { ...moment, capacity, share: Math.round((fullest.peak / capacity) * 100), full });
  };
  const ticks = stepsUpTo(Math.max(fullest?.peak ?? 0, capacity ?? 0));
  const most = ticks.at(-1) ?? 1;
  const width = 100 / Math.max(1, groups.length);
  const nameOf = (first: string) =>
    formatDay(tag, first, span === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' });
  const every = Math.ceil(groups.length / 6);
  return (
    <ReportChart
      title={t('title')}
      sentence={sentence()}
      basis={<Basis counted={peaks} days={days.length} />}
      fileHref={fileHref}
      numbers={
        <NumbersTable
          caption={t('title')}
          columns={[
            t(`spans.${span}`),
            t('columns.peak'),
            ...(capacity === null ? [] : [t('columns.share')]),
            t('columns.when'),
            t('columns.visits'),
          ]}
          rows={groups.flatMap(({ first, visits, peak }) =>
            peak === null
              ? []
              : [
                  [
                    span === 'month' ? formatDay(tag, first, { month: 'long', year: 'numeric' }) : dayText(first),
                    format(peak.peak),
                    ...(capacity === null ? [] : [`${format(Math.round((peak.peak / capacity) * 100))} %`]),
                    span === 'day'
                      ? t('hour', { hour: String(peak.peakHour) })
                      : t('dayAndHour', { day: dayText(peak.day), hour: String(peak.peakHour) }),
                    format(visits),
                  ] as const,
                ],
          )}
        />
      }
    >
      {fullest && (
        <div className="grid gap-3">
          <Plot
            label={t(`captions.${span}`)}
            most={most}
            ticks={ticks.map((value) => ({ value, text: format(value) }))}
            places={groups.flatMap(({ first }, index) =>
              index % every === 0
                ? [{ at: (index + 0.5) * width, text: nameOf(first), isMinor: (index / every) % 2 === 1 }]
                : [],
            )}
          >
            {groups.map(
              ({ first, peak }, index) =>
                peak !== null && (
                  <rect
                    key={first}
                    x={(index + 0.12) * width}
                    width={0.76 * width}
                    y={heightOf(peak.peak, most)}
                    height={100 - heightOf(peak.peak, most)}
                    fill={capacity !== null && peak.peak > capacity ? 'var(--refused)' : 'var(--accent)'}
                  />
                ),
            )}
            {capacity !== null && (
              <line x1="0" x2="100" y1={heightOf(capacity, most)} y2={heightOf(capacity, most)} style={limit} />
            )}
          </Plot>
          {capacity !== null && (
            <Legend
              entries={[
                { name: t(`captions.${span}`), sample: <rect x="8" width="12" height="12" fill="var(--accent)" /> },
                {
                  name: t('capacity', { count: capacity }),
                  sample: <line x1="0" x2="28" y1="6" y2="6" style={limit} />,
                },
              ]}
            />
          )}
        </div>
      )}
    </ReportChart>
  );
}

const limit = { stroke: 'var(--refused)', strokeWidth: 2, strokeDasharray: '2 3' };
