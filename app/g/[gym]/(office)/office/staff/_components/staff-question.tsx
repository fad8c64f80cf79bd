'use client';

import { useQueryClient } from '@tanstack/react-query';
import {
  changePin,
  correctColleague,
  createLink,
  disableColleague,
  enableColleague,
  endSessions,
  findStaffAccount,
  forgetColleague,
  giveBadge,
  giveTimeForPasskey,
  linkAccount,
  openBadge,
  placeColleague,
  removePasskeys,
  takeBadge,
  unlinkAccount,
  withdrawInvitation,
} from '#app/g/[gym]/(office)/office/staff/actions.ts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { ChangePin } from '#components/office/change-pin.tsx';
import type { ColleagueQuestion } from '#components/office/colleague-row.tsx';
import { CorrectColleague } from '#components/office/correct-colleague.tsx';
import { GiveBadge } from '#components/office/give-badge.tsx';
import { LinkAccount } from '#components/office/link-account.tsx';
import { PlaceColleague } from '#components/office/place-colleague.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { staffQuery } from '#lib/browser/queries/office-queries.ts';
import type { Colleague, ForgetOutcome, SignInLink, StaffLocation } from '#lib/wire/staff.ts';

export interface AskedQuestion {
  question: ColleagueQuestion;
  colleague: Colleague;
}

interface StaffQuestionProps {
  locationId: string;
  timeZone: string;
  /** The gyms of the manager. */
  gyms: readonly StaffLocation[];
  asked: AskedQuestion;
  /** Shows a link that was created. */
  onLink(name: string, link: SignInLink): void;
  onClose(): void;
}

/** The dialog of an action on a colleague. It closes once the action is done. */
export function StaffQuestion({ locationId, timeZone, gyms, asked, onLink, onClose }: StaffQuestionProps) {
  const t = useTranslations('office.staff');
  const queryClient = useQueryClient();
  const { time } = useLocationFormat(timeZone);
  const { id: staffId, name, email, role } = asked.colleague;
  const about = { name, role, onClose };
  const colleague = { locationId, staffId };
  const done = async (note: string) => {
    await queryClient.invalidateQueries({ queryKey: staffQuery(locationId).queryKey });
    onClose();
    toast.success(note);
  };
  const wasForgotten = (outcome: ForgetOutcome) => {
    if (outcome.kind === 'forgotten') return done(t('wasForgotten'));
    onClose();
    return toast.error(t('forgetTooEarly', { name, time: time(outcome.from) }));
  };

  switch (asked.question) {
    case 'giveBadge':
      return (
        <GiveBadge
          {...about}
          onGive={(badge) => giveBadge({ ...colleague, ...badge })}
          onGiven={() => done(t('badgeGiven', { name }))}
        />
      );
    case 'changePin':
      return (
        <ChangePin
          {...about}
          onChange={(pin) => changePin({ ...colleague, pin })}
          onChanged={() => done(t('pinChanged', { name }))}
        />
      );
    case 'linkAccount':
      return (
        <LinkAccount
          {...about}
          email={email}
          onSearch={(address) => findStaffAccount({ locationId, email: address })}
          onLink={(address, accountId) => linkAccount({ ...colleague, email: address, accountId })}
          onLinked={() => done(t('accountLinked', { name }))}
        />
      );
    case 'takeBadge':
      return (
        <ConfirmDialog
          title={t('takeBadgeTitle', { name })}
          description={t('takeBadgeText')}
          confirm={t('actions.takeBadge')}
          onConfirm={() => takeBadge(colleague)}
          onDone={() => done(t('badgeTaken', { name }))}
          onClose={onClose}
        />
      );
    case 'openBadge':
      return (
        <ConfirmDialog
          title={t('openBadgeTitle', { name })}
          description={t('openBadgeText', { name })}
          confirm={t('actions.openBadge')}
          look="main"
          onConfirm={() => openBadge(colleague)}
          onDone={() => done(t('badgeOpened', { name }))}
          onClose={onClose}
        />
      );
    case 'endSessions':
      return (
        <ConfirmDialog
          title={t('endSessionsTitle', { name })}
          description={t('endSessionsText', { name })}
          confirm={t('actions.endSessions')}
          onConfirm={() => endSessions(colleague)}
          onDone={() => done(t('sessionsEnded', { name }))}
          onClose={onClose}
        />
      );
    case 'place':
      return (
        <PlaceColleague
          colleague={asked.colleague}
          gyms={gyms}
          onPlace={(change) => placeColleague({ ...colleague, ...change })}
          onPlaced={() => done(t('placed', { name }))}
          onClose={onClose}
        />
      );
    case 'correct':
      return (
        <CorrectColleague
          colleague={asked.colleague}
          onCorrect={(change) => correctColleague({ ...colleague, ...change })}
          onCorrected={(now) => done(t('corrected', { name: now }))}
          onClose={onClose}
        />
      );
    case 'createLink':
      return (
        <ConfirmDialog
          title={t('createLinkTitle', { name })}
          description={t('createLinkText', { name })}
          confirm={t('actions.createLink')}
          look="main"
          onConfirm={() => createLink(colleague)}
          onDone={(link) => onLink(name, link)}
          onClose={onClose}
        />
      );
    case 'withdraw':
      return (
        <ConfirmDialog
          title={t('withdrawTitle', { name })}
          description={t('withdrawText', { name })}
          confirm={t('actions.withdraw')}
          onConfirm={() => withdrawInvitation(colleague)}
          onDone={() => done(t('withdrawn', { name }))}
          onClose={onClose}
        />
      );
    case 'removePasskeys':
      return (
        <ConfirmDialog
          title={t('removePasskeysTitle', { name })}
          description={t('removePasskeysText', { name })}
          confirm={t('actions.removePasskeys')}
          onConfirm={() => removePasskeys(colleague)}
          onDone={() => done(t('passkeysRemoved', { name }))}
          onClose={onClose}
        />
      );
    case 'giveTimeForPasskey':
      return (
        <ConfirmDialog
          title={t('giveTimeForPasskeyTitle', { name })}
          description={t('giveTimeForPasskeyText', { name })}
          confirm={t('actions.giveTimeForPasskey')}
          look="main"
          onConfirm={() => giveTimeForPasskey(colleague)}
          onDone={({ kind }) => done(t(`timeForPasskey.${kind}`, { name }))}
          onClose={onClose}
        />
      );
    case 'disable':
      return (
        <ConfirmDialog
          title={t('disableTitle', { name })}
          description={t('disableText', { name })}
          confirm={t('actions.disable')}
          onConfirm={() => disableColleague(colleague)}
          onDone={() => done(t('wasDisabled', { name }))}
          onClose={onClose}
        />
      );
    case 'enable':
      return (
        <ConfirmDialog
          title={t('enableTitle', { name })}
          description={t(asked.colleague.isInvited ? 'enableInvitedText' : 'enableText', { name })}
          confirm={t('actions.enable')}
          look="main"
          onConfirm={() => enableColleague(colleague)}
          onDone={() => done(t('wasEnabled', { name }))}
          onClose={onClose}
        />
      );
    case 'forget':
      return (
        <ConfirmDialog
          title={t('forgetTitle', { name })}
          description={t('forgetText', { name })}
          confirm={t('actions.forget')}
          onConfirm={() => forgetColleague(colleague)}
          onDone={wasForgotten}
          onClose={onClose}
        />
      );
    case 'unlinkAccount':
      return (
        <ConfirmDialog
          title={t('unlinkTitle', { name })}
          description={t('unlinkText', { name })}
          confirm={t('actions.unlinkAccount')}
          onConfirm={() => unlinkAccount(colleague)}
          onDone={() => done(t('accountUnlinked', { name }))}
          onClose={onClose}
        />
      );
  }
}
