'use client';

import { useTranslations } from 'next-intl';
import { ChangePin } from '#components/office/change-pin.tsx';
import type { ColleagueQuestion } from '#components/office/colleague-row.tsx';
import { FormDialog } from '#components/office/form-dialog.tsx';
import { GiveBadge } from '#components/office/give-badge.tsx';
import { LinkAccount } from '#components/office/link-account.tsx';
import { toast } from '#components/ui/toast.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type {
  AccountSearch,
  AccountSearchInput,
  BadgeInput,
  BadgeOutcome,
  ChangePinInput,
  Colleague,
  EndSessionsInput,
  LinkInput,
  LinkOutcome,
  OpenBadgeInput,
  TakeBadgeInput,
  UnlinkInput,
} from '#lib/wire/staff.ts';
import { useStaffActions } from './use-staff-actions.ts';

/** At the location of the page. */
type At<Input> = Input & { locationId: string };

/** The server actions of this page, handed in by it. */
export interface StaffActions {
  giveBadge(input: At<BadgeInput>): Promise<ActionResult<BadgeOutcome>>;
  changePin(input: At<ChangePinInput>): Promise<ActionResult<null>>;
  takeBadge(input: At<TakeBadgeInput>): Promise<ActionResult<null>>;
  openBadge(input: At<OpenBadgeInput>): Promise<ActionResult<null>>;
  endSessions(input: At<EndSessionsInput>): Promise<ActionResult<null>>;
  findStaffAccount(input: At<AccountSearchInput>): Promise<ActionResult<AccountSearch>>;
  linkAccount(input: At<LinkInput>): Promise<ActionResult<LinkOutcome>>;
  unlinkAccount(input: At<UnlinkInput>): Promise<ActionResult<null>>;
}

export interface AskedQuestion {
  question: ColleagueQuestion;
  colleague: Colleague;
}

export interface StaffQuestionProps {
  locationId: string;
  asked: AskedQuestion;
  actions: StaffActions;
  onClose(): void;
}

/** The dialog about one colleague. It closes once what was asked is done. */
export function StaffQuestion({ locationId, asked, actions, onClose }: StaffQuestionProps) {
  const t = useTranslations('office.staff');
  const { call, readAgain } = useStaffActions(locationId);
  const { id: staffId, name, email, role } = asked.colleague;
  const done = async (note: string) => {
    await readAgain();
    onClose();
    toast.success(note);
  };
  const confirm = (question: 'takeBadge' | 'openBadge' | 'unlinkAccount' | 'endSessions', note: string) => async () => {
    const answer = await call(() => actions[question]({ locationId, staffId }));
    if (answer) await done(note);
  };

  switch (asked.question) {
    case 'giveBadge': {
      const give = async (badge: Omit<BadgeInput, 'staffId'>) => {
        const answer = await call(() => actions.giveBadge({ locationId, staffId, ...badge }));
        if (answer?.value.kind === 'given') await done(t('badgeGiven', { name }));
        return answer?.value ?? null;
      };
      return <GiveBadge name={name} role={role} onGive={give} onClose={onClose} />;
    }
    case 'changePin': {
      const change = async (pin: string) => {
        const answer = await call(() => actions.changePin({ locationId, staffId, pin }));
        if (answer) await done(t('pinChanged', { name }));
      };
      return <ChangePin name={name} role={role} onChange={change} onClose={onClose} />;
    }
    case 'linkAccount': {
      const search = async (address: string) =>
        (await call(() => actions.findStaffAccount({ locationId, email: address })))?.value ?? null;
      const link = async (address: string, accountId: string) => {
        const answer = await call(() => actions.linkAccount({ locationId, staffId, email: address, accountId }));
        if (answer?.value.kind === 'linked') await done(t('accountLinked', { name }));
        return answer?.value ?? null;
      };
      return <LinkAccount name={name} email={email} onSearch={search} onLink={link} onClose={onClose} />;
    }
    case 'takeBadge':
      return (
        <FormDialog
          title={t('takeBadgeTitle', { name })}
          description={t('takeBadgeText')}
          submit={t('actions.takeBadge')}
          look="danger"
          onSubmit={confirm('takeBadge', t('badgeTaken', { name }))}
          onClose={onClose}
        />
      );
    case 'openBadge':
      return (
        <FormDialog
          title={t('openBadgeTitle', { name })}
          description={t('openBadgeText', { name })}
          submit={t('actions.openBadge')}
          onSubmit={confirm('openBadge', t('badgeOpened', { name }))}
          onClose={onClose}
        />
      );
    case 'endSessions':
      return (
        <FormDialog
          title={t('endSessionsTitle', { name })}
          description={t('endSessionsText', { name })}
          submit={t('actions.endSessions')}
          look="danger"
          onSubmit={confirm('endSessions', t('sessionsEnded', { name }))}
          onClose={onClose}
        />
      );
    case 'unlinkAccount':
      return (
        <FormDialog
          title={t('unlinkTitle', { name })}
          description={t('unlinkText')}
          submit={t('actions.unlinkAccount')}
          look="danger"
          onSubmit={confirm('unlinkAccount', t('accountUnlinked', { name }))}
          onClose={onClose}
        />
      );
  }
}
