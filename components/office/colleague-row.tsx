import { type ReactNode, useId } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { Problem } from '#components/ui/problem.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type Colleague, type PasskeyRequirement, requiresPasskeyOf } from '#lib/wire/staff.ts';

/** The dialogs about a colleague. */
export type ColleagueQuestion =
  | 'giveBadge'
  | 'changePin'
  | 'takeBadge'
  | 'openBadge'
  | 'linkAccount'
  | 'unlinkAccount'
  | 'endSessions'
  | 'place'
  | 'correct'
  | 'createLink'
  | 'withdraw'
  | 'removePasskeys'
  | 'giveTimeForPasskey'
  | 'disable'
  | 'enable'
  | 'forget';

interface ColleagueRowProps {
  colleague: Colleague;
  /** Whether it is the manager who looks at the list: another manager has to change their access. */
  isOwn: boolean;
  /** The names of the gyms where the colleague works, as far as the manager manages them; empty where there is only one. */
  gyms: readonly string[];
  /** Who at this gym needs a passkey. */
  passkeysRequiredOf: PasskeyRequirement;
  timeZone: string;
  /** Allows the colleague the reports of this gym, or no longer. */
  onAllowReports(isAllowed: boolean): Promise<ActionResult<null>>;
  /** Reads the list again. */
  onAllowed(): Promise<unknown>;
  onAsk(question: ColleagueQuestion): void;
}

export function ColleagueRow({ colleague, isOwn, gyms, passkeysRequiredOf, timeZone, ...does }: ColleagueRowProps) {
  const { onAllowReports, onAllowed, onAsk } = does;
  const t = useTranslations('office.staff');
  const roles = useTranslations('roles');
  const log = useTranslations('log');
  const nameId = useId();
  const { time } = useLocationFormat(timeZone);
  const { name, initials, role, email, isDisabled, passwordLock, account, hasBadge, badgeLockedAt } = colleague;
  const { passkeyDueAt = null } = colleague;
  const isEnabled = !isDisabled;
  const lacksPasskey = colleague.lacksPasskey && isEnabled;
  const mayChange = colleague.isFullyManaged;
  const mayGiveTime = mayChange || (colleague.worksHere && requiresPasskeyOf(role, passkeysRequiredOf));
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
      className="grid gap-x-6 gap-y-4 border-line border-t py-5 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-2 xl:grid-cols-[4fr_3fr_3fr]"
    >
      <div className="col-span-full flex min-w-0 flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 items-start gap-3">
          <Avatar initials={initials} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2">
              <span id={nameId} className="font-semibold text-lg">
                {name}
              </span>
              {isDisabled && <Badge>{t('disabled')}</Badge>}
              {!colleague.worksHere && <Badge>{t('onlyAtRetired')}</Badge>}
            </p>
            <p className="break-words text-ink-soft text-sm">
              {roles(role)} · {email}
            </p>
            {gyms.length > 0 && <p className="break-words text-ink-soft text-sm">{gyms.join(', ')}</p>}
          </div>
        </div>
        <div className="flex flex-wrap gap-2.5 empty:hidden">
          {!isOwn && isEnabled && ask('place')}
          {isEnabled && mayChange && ask('correct')}
        </div>
      </div>
      <Means title={t('access')} state={<AccessState colleague={colleague} time={time} />}>
        {!isOwn && mayChange && isEnabled && ask('createLink')}
        {isEnabled && colleague.lastActiveAt !== null && ask('endSessions')}
        {!isOwn && mayChange && colleague.hasPasskey && ask('removePasskeys')}
        {!isOwn && mayGiveTime && lacksPasskey && passkeyDueAt !== null && ask('giveTimeForPasskey')}
        {!isOwn && mayChange && colleague.isInvited && colleague.lastActiveAt === null && ask('withdraw')}
        {!isOwn && mayChange && ask(isDisabled ? 'enable' : 'disable')}
        {!isOwn && mayChange && isDisabled && ask('forget')}
        {colleague.lastDid && (
          <p className="w-full break-words text-ink-soft text-sm">
            {t('lastDid', { what: log(`actions.${colleague.lastDid.action}`), time: time(colleague.lastDid.at) })}
          </p>
        )}
        {passwordLock && (
          <p className="break-words font-medium text-refused text-sm">
            {t('passwordLocked', { time: time(passwordLock.at), address: passwordLock.clientAddress })}
          </p>
        )}
        {colleague.hasPasskey && <p className="w-full text-ink-soft text-sm">{t('hasPasskey')}</p>}
        {lacksPasskey && (
          <p className="w-full break-words font-medium text-attention text-sm">
            <LackedPasskey dueAt={passkeyDueAt} time={time} />
          </p>
        )}
        {!mayChange && <p className="text-ink-soft text-sm">{t('worksElsewhere')}</p>}
      </Means>
      <Means title={t('badge')} state={badgeState} isLocked={badgeLockedAt !== null}>
        {badgeLockedAt !== null && ask('openBadge')}
        {isEnabled && mayChange && (hasBadge ? ask('changePin') : ask('giveBadge'))}
        {hasBadge && ask('takeBadge')}
      </Means>
      {colleague.worksHere && (
        <Means
          title={t('account')}
          state={account ? (account.name ? t('linkedTo', { name: account.name }) : t('linked')) : t('notLinked')}
        >
          {account ? ask('unlinkAccount') : isEnabled && ask('linkAccount')}
        </Means>
      )}
      {!isOwn && isEnabled && colleague.worksHere && role !== 'manager' && (
        <div className="col-span-full">
          <ReportsSwitch
            isAllowed={colleague.mayReadReports ?? false}
            name={name}
            onAllow={onAllowReports}
            onAllowed={onAllowed}
          />
        </div>
      )}
    </li>
  );
}

function ReportsSwitch({ isAllowed, name, onAllow, onAllowed }: ReportsSwitchProps) {
  const t = useTranslations('office.staff');
  const allow = useAction(onAllow, { onDone: onAllowed });
  return (
    <>
      <Switch
        label={t('mayReadReports')}
        hint={t('mayReadReportsHint', { name })}
        isOn={allow.pendingInput ?? isAllowed}
        isDisabled={allow.isPending}
        onSwitch={(next) => void allow.run(next)}
      />
      <Problem>{allow.failure}</Problem>
    </>
  );
}

interface ReportsSwitchProps {
  isAllowed: boolean;
  name: string;
  onAllow(isAllowed: boolean): Promise<ActionResult<null>>;
  onAllowed(): Promise<unknown>;
}

function AccessState({ colleague, time }: { colleague: Colleague; time(instant: string): string }) {
  const t = useTranslations('office.staff');
  const { isInvited, lastActiveAt } = colleague;
  const active = lastActiveAt === null ? null : t('lastActive', { time: time(lastActiveAt) });
  // a badge may be in use before a password is chosen
  if (isInvited) return active === null ? t('invited') : `${t('invited')} · ${active}`;
  return active ?? t('neverActive');
}

/** Until when a colleague without the required passkey may put it off. */
function LackedPasskey({ dueAt, time }: { dueAt: string | null; time(instant: string): string }) {
  const t = useTranslations('office.staff');
  if (dueAt === null) return t('lacksPasskey.notAsked');
  return t(Date.parse(dueAt) > Date.now() ? 'lacksPasskey.until' : 'lacksPasskey.ended', { time: time(dueAt) });
}

interface MeansProps {
  title: string;
  state: ReactNode;
  isLocked?: boolean;
  children: ReactNode;
}

/** One way to identify a colleague (sign-in, badge, account at the platform): its state and its actions. */
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
