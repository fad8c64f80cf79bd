import { CircleAlert, CircleCheck, CircleDashed, Clock, Download, type LucideIcon } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { buttonLooks } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ExportOrder, ShownExportOrderState } from '#lib/wire/export-orders.ts';

interface ExportOrdersListProps {
  /** Newest first. */
  orders: readonly ExportOrder[];
  timeZone: string;
  fileHref(orderId: string): string;
}

/** The ordered files: which data and days, who ordered them when, how far they are, and the file itself. */
export function ExportOrdersList({ orders, timeZone, fileHref }: ExportOrdersListProps) {
  const t = useTranslations('connection.exportFiles');
  const tSet = useTranslations('connection.training.dataSets');
  const { day, time } = useLocationFormat(timeZone);
  if (orders.length === 0) return <p className="text-ink-soft">{t('none')}</p>;
  return (
    <ul aria-label={t('list')} className="grid">
      {orders.map((order) => {
        const { id, dataSet, orderedAt, orderedBy } = order;
        const days = { from: day(order.from), until: day(order.until) };
        const what = t('what', { ...days, fileType: t(`fileTypes.${order.fileType}`) });
        return (
          <li
            key={id}
            className="grid gap-x-6 gap-y-1 border-line border-t py-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
          >
            <p className="font-semibold">{tSet(dataSet)}</p>
            <div className="grid gap-1">
              <p>{what}</p>
              <State order={order} timeZone={timeZone} />
              <p className="text-ink-soft text-sm">{t('by', { time: time(orderedAt), name: orderedBy })}</p>
            </div>
            {order.isReady && (
              <a
                className={buttonLooks({}, 'self-start max-sm:mt-2')}
                href={fileHref(id)}
                download
                aria-label={t('downloadOf', { dataSet: tSet(dataSet), what })}
              >
                <Download aria-hidden className="size-5" />
                {t('download')}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** An order as it is shown: a file that is done may be out of reach. */
type Shown = Exclude<ShownExportOrderState, 'done'> | 'ready' | 'notReady';

const shownOf = ({ state, isReady }: ExportOrder): Shown =>
  state === 'done' ? (isReady ? 'ready' : 'notReady') : state;

const bad = [CircleAlert, 'text-attention'] as const;
const over = [CircleDashed, 'text-ink-soft'] as const;
const looks: Record<Shown, readonly [icon: LucideIcon, tone: string]> = {
  ordering: [Clock, 'text-ink-soft'],
  inProgress: [Clock, 'text-ink-soft'],
  ready: [CircleCheck, 'text-admitted'],
  notReady: bad,
  unconfirmed: bad,
  notOrdered: bad,
  failed: bad,
  expired: over,
  forgotten: over,
};

function State({ order, timeZone }: { order: ExportOrder; timeZone: string }) {
  const t = useTranslations('connection.exportFiles');
  const tCause = useTranslations('platform.causes');
  const { time } = useLocationFormat(timeZone);
  const { keptUntil, problem } = order;
  const shown = shownOf(order);
  const [Icon, tone] = looks[shown];
  const sentences = [
    t(`states.${shown}`, { until: keptUntil ? time(keptUntil) : 'none' }),
    ...(problem ? [t(`problems.${problem.kind}`)] : []),
    ...(problem?.cause ? [tCause(problem.cause)] : []),
  ];
  return (
    <p className={cn('flex items-start gap-2 font-medium', tone)}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0">{sentences.join(' ')}</span>
    </p>
  );
}
