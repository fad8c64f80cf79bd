import { Building2, CircleAlert, CircleCheck, CloudOff, KeyRound } from 'lucide-react';
import { useLocale } from 'next-intl';
import { cn } from '#components/ui/class-names.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { GymNow, ReportGym } from '#lib/wire/gym-now.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import { moodOf } from './mood.ts';
import { ReportChart } from './report.tsx';

interface ShownGym extends ReportGym {
  /** `failed` where it could not be read the last time, whatever was read before. */
  now: GymNow | 'loading' | 'failed';
}

interface AllGymsProps {
  gyms: readonly ShownGym[];
  /** Whether links to the office are shown. */
  mayManage: boolean;
  fileHref: PathAt;
}

const needsSomebody = ({ waiting, kept, connection }: GymNow) => waiting > 0 || kept > 0 || connection !== 'reachable';

/** All gyms at this moment, one line each. */
export function AllGyms({ gyms, mayManage, fileHref }: AllGymsProps) {
  const t = useTranslations('allGyms');
  const known = gyms.flatMap(({ now }) => (typeof now === 'string' ? [] : now));
  const unknown = gyms.some(({ now }) => now === 'loading') ? 'loading' : 'allFailed';
  const inside = known.reduce((sum, now) => sum + now.inside, 0);
  const troubled = known.filter(needsSomebody).length;
  return (
    <ReportChart
      title={t('title')}
      sentence={known.length === 0 ? t(unknown) : t('sentence', { inside, gyms: known.length, troubled })}
      basis={t('basis', { missing: gyms.length - known.length })}
      fileHref={fileHref}
    >
      <ul aria-label={t('title')}>
        {gyms.map((gym) => (
          <GymLine key={gym.id} gym={gym} mayManage={mayManage} />
        ))}
      </ul>
    </ReportChart>
  );
}

function GymLine({ gym, mayManage }: { gym: ShownGym; mayManage: boolean }) {
  const t = useTranslations('allGyms');
  const { slug, name, now } = gym;
  return (
    <li className="grid break-inside-avoid gap-x-6 gap-y-2 border-line border-t py-3 first:border-t-0 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1.3fr)] md:items-center">
      <LinkButton
        look="quiet"
        href={gymPath(slug, '/reports/when-to-staff')}
        className="wrap-anywhere -mx-3 justify-self-start px-3 text-left text-ink"
      >
        <Building2 aria-hidden className="size-5 shrink-0 text-ink-soft" />
        {name}
      </LinkButton>
      {typeof now !== 'string' ? (
        <>
          <Inside now={now} />
          <Today now={now} />
          <State gym={{ slug, name }} now={now} mayManage={mayManage} />
        </>
      ) : (
        <p className="text-ink-soft md:col-span-3">{t(now)}</p>
      )}
    </li>
  );
}

function Inside({ now: { inside, capacity } }: { now: GymNow }) {
  const t = useTranslations('allGyms');
  return (
    <div>
      <p className="font-semibold">{t('inside', { count: inside })}</p>
      {capacity !== null && (
        <>
          <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-unknown-soft">
            <div
              className={cn('h-full', inside > capacity ? 'bg-refused' : 'bg-accent')}
              style={{ width: `${Math.min(100, (inside / capacity) * 100)}%`, printColorAdjust: 'exact' }}
            />
          </div>
          <p className="text-ink-soft text-sm">{t('places', { count: capacity })}</p>
        </>
      )}
    </div>
  );
}

function Today({ now: { today } }: { now: GymNow }) {
  const t = useTranslations('allGyms');
  const { format } = new Intl.NumberFormat(formattingTag[useLocale()], { maximumFractionDigits: 0 });
  const { arrivals, usual } = today;
  return (
    <div>
      <p>
        {t('arrivals', { count: arrivals })}
        {usual && <span className="ml-2 font-semibold">{t(`moods.${moodOf(arrivals, usual)}`)}</span>}
      </p>
      <p className="text-ink-soft text-sm">
        {usual
          ? t('usual', { median: format(usual.median), lower: format(usual.lower), upper: format(usual.upper) })
          : t('noUsual')}
      </p>
    </div>
  );
}

const icons = { unreachable: CloudOff, keyRejected: KeyRound, permissionMissing: KeyRound };

interface StateProps {
  gym: Pick<ReportGym, 'slug' | 'name'>;
  now: GymNow;
  mayManage: boolean;
}

/** Connection, and visits that wait; with the page where something can be done about it. */
function State({ gym: { slug, name }, now, mayManage }: StateProps) {
  const t = useTranslations('allGyms');
  const { connection, waiting, kept } = now;
  if (!needsSomebody(now)) {
    return (
      <p className="flex items-center gap-2 text-admitted">
        <CircleCheck aria-hidden className="size-5 shrink-0" />
        {t('well')}
      </p>
    );
  }
  const Icon = connection === 'reachable' ? CircleAlert : icons[connection];
  const office = connection === 'reachable' ? '/office/outbox' : '/office/connection';
  return (
    <div className="grid justify-items-start gap-1.5">
      <p className="flex items-start gap-2 font-medium text-attention">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          {connection !== 'reachable' && t(`columns.states.${connection}`)}{' '}
          {(waiting > 0 || kept > 0) && t('visits', { waiting, kept })}
        </span>
      </p>
      {mayManage && (
        <LinkButton href={gymPath(slug, office)} className="print:hidden">
          {t(connection === 'reachable' ? 'outbox' : 'connection')}
          <span className="sr-only">: {name}</span>
        </LinkButton>
      )}
    </div>
  );
}
