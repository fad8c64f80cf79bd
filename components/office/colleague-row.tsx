import { type ReactNode, useId } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Colleague } from '#lib/wire/staff.ts';

/** The dialogs about a colleague. */
export type ColleagueQuestion =
  | 'giveBadge'
  | 'changePin'
  | 'takeBadge'
  | 'openBadge'
  | 'linkAccount'
  | 'unlinkAccount'
  | 'endSessions';

interface ColleagueRowProps {
  colleague: Colleague;
  timeZone: string;
  onAsk(question: ColleagueQuestion): void;
}

export function ColleagueRow({ colleague, timeZone, onAsk }: ColleagueRowProps) {
  const t = useTranslations('office.staff');
  const roles = useTranslations('roles');
  const nameId = useId();
  const { time } = useLocationFormat(timeZone);
  const { name, initials, role, email, isDisabled, passwordLock, account, ...badge } = colleague;
  const { hasBadge, badgeLockedAt, mayGiveBadge } = badge;
  const ask = (question: ColleagueQuestion) => (
    <Button aria-label={t('askAbout', { action: t(`actions.${question}`), name })} onClick={() => onAsk(question)}>
      {t(`actions.${question}`)}
    </Button>
  );
  const badgeState =
    badgeLockedAt === null ? t(hasBadge ? 'hasBadge' : 'noBadge') : t('badgeLocked', { time: time(badgeLockedAt) });
  return (
    <li
      aria-labelledby={nameId}
      className="grid gap-x-6 gap-y-4 border-line border-t py-4.5 first:border-t-0 first:pt-0 last:pb-0 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_17rem_13rem]"
    >
      <div className="flex min-w-0 items-start gap-3 max-xl:col-span-full">
        <Avatar initials={initials} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span id={nameId} className="font-semibold">
              {name}
            </span>
            {isDisabled && <Badge>{t('disabled')}</Badge>}
          </p>
          <p className="break-words text-ink-soft text-sm">
            {roles(role)} · {email}
          </p>
          {passwordLock && (
            <p className="mt-1 break-words font-medium text-refused text-sm">
              {t('passwordLocked', { time: time(passwordLock.at), address: passwordLock.clientAddress })}
            </p>
          )}
          {!isDisabled && <div className="mt-2">{ask('endSessions')}</div>}
        </div>
      </div>
      <Means title={t('badge')} state={badgeState} isLocked={badgeLockedAt !== null}>
        {badgeLockedAt !== null && ask('openBadge')}
        {!isDisabled && mayGiveBadge && (hasBadge ? ask('changePin') : ask('giveBadge'))}
        {hasBadge && ask('takeBadge')}
        {!isDisabled && !mayGiveBadge && <p className="text-ink-soft text-sm">{t('worksElsewhere')}</p>}
      </Means>
      <Means
        title={t('account')}
        state={account ? (account.name ? t('linkedTo', { name: account.name }) : t('linked')) : t('notLinked')}
      >
        {account ? ask('unlinkAccount') : !isDisabled && ask('linkAccount')}
      </Means>
    </li>
  );
}

interface MeansProps {
  title: string;
  state: string;
  isLocked?: boolean;
  children: ReactNode;
}

/** How a colleague is identified (badge, account at the platform): its state and its actions. */
function Means({ title, state, isLocked, children }: MeansProps) {
  return (
    <div className="grid min-w-0 content-start gap-2">
      <p className="text-sm">
        <span className="block text-ink-soft">{title}</span>
        <span className={cn('font-medium', isLocked && 'text-refused')}>{state}</span>
      </p>
      <div className="flex flex-wrap gap-2.5 empty:hidden">{children}</div>
    </div>
  );
}
