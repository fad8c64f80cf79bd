import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Colleague } from '#lib/desk/staff/colleague.ts';

/** What can be asked about a colleague. */
export type ColleagueQuestion = 'giveBadge' | 'changePin' | 'takeBadge' | 'linkAccount' | 'unlinkAccount';

export interface ColleagueRowProps {
  colleague: Colleague;
  onAsk(question: ColleagueQuestion): void;
}

export function ColleagueRow({ colleague, onAsk }: ColleagueRowProps) {
  const t = useTranslations('office.staff');
  const roles = useTranslations('roles');
  const nameId = useId();
  const { name, initials, role, email, isDisabled, hasBadge, mayGiveBadge, account } = colleague;
  const ask = (question: ColleagueQuestion) => (
    <Button aria-label={t('askAbout', { action: t(`actions.${question}`), name })} onClick={() => onAsk(question)}>
      {t(`actions.${question}`)}
    </Button>
  );
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
        </div>
      </div>
      <Means title={t('badge')} state={t(hasBadge ? 'hasBadge' : 'noBadge')}>
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

/** By what a colleague is known, and what can be done about it. */
function Means({ title, state, children }: { title: string; state: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-2">
      <p className="text-sm">
        <span className="block text-ink-soft">{title}</span>
        <span className="font-medium">{state}</span>
      </p>
      <div className="flex flex-wrap gap-2.5 empty:hidden">{children}</div>
    </div>
  );
}
