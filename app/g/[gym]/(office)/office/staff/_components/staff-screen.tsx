'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  allowReports,
  inviteColleague,
  mailLink,
  requirePasskeys,
} from '#app/g/[gym]/(office)/office/staff/actions.ts';
import { DialogBoundary } from '#components/dialogs/dialog-boundary.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { ColleagueRow } from '#components/office/colleague-row.tsx';
import { Invite } from '#components/office/invite.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import { SignInLinkDialog } from '#components/office/sign-in-link-dialog.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { staffQuery } from '#lib/browser/queries/office-queries.ts';
import { type Colleague, type PasskeyRequirement, passkeyRequirements, type SignInLink } from '#lib/wire/staff.ts';
import { type AskedQuestion, StaffQuestion } from './staff-question.tsx';

interface StaffScreenProps {
  locationId: string;
  timeZone: string;
  /** The manager who looks at the list. */
  ownId: string;
}

type Open =
  | { kind: 'invite' }
  | { kind: 'question'; asked: AskedQuestion }
  | { kind: 'link'; name: string; link: SignInLink };

/** The staff with their access, badges and platform accounts. */
export function StaffScreen({ locationId, timeZone, ownId }: StaffScreenProps) {
  const t = useTranslations('office');
  const queryClient = useQueryClient();
  const staff = useQuery(staffQuery(locationId));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const refetchStaff = () => queryClient.invalidateQueries({ queryKey: staffQuery(locationId).queryKey });
  const refetch = () => void refetchStaff();
  const { colleagues = [], locations: given = [], passkeysRequiredOf: shown = 'nobody' } = staff.data ?? {};
  const require = useAction((requiredOf: PasskeyRequirement) => requirePasskeys({ locationId, shown, requiredOf }), {
    onDone: ({ kind }) => {
      if (kind !== 'set') toast.error(t(`staff.notRequired.${kind}`));
      return refetchStaff();
    },
    tellsByNote: true,
  });
  const locations = given.map((gym) =>
    gym.isRetired ? { ...gym, name: t('staff.retiredGym', { name: gym.name }) } : gym,
  );
  const gymsOf = ({ locationIds }: Colleague) =>
    locations.length < 2 ? [] : locations.flatMap(({ id, name }) => (locationIds.includes(id) ? [name] : []));
  const showLink = (name: string, link: SignInLink) => {
    refetch();
    setOpen({ kind: 'link', name, link });
  };
  return (
    <OfficeSection title={t('sections.staff')} text={t('staff.text')}>
      <ReadingState of="staff" reading={staff} />
      {staff.data && (
        <Button look="main" className="justify-self-start" onClick={() => setOpen({ kind: 'invite' })}>
          {t('staff.invite')}
        </Button>
      )}
      {staff.data && (
        <div className="border-line border-y py-4">
          <Select
            label={t('staff.passkeysRequiredOf')}
            hint={t('staff.passkeysRequiredOfHint')}
            value={require.pendingInput ?? shown}
            options={passkeyRequirements.map((value) => ({ value, label: t(`staff.passkeyRequirements.${value}`) }))}
            isDisabled={require.isPending}
            onChange={(requiredOf) => void require.run(requiredOf)}
          />
        </div>
      )}
      <ul aria-label={t('sections.staff')}>
        {colleagues.map((colleague) => (
          <ColleagueRow
            key={colleague.id}
            colleague={colleague}
            isOwn={colleague.id === ownId}
            gyms={gymsOf(colleague)}
            passkeysRequiredOf={shown}
            timeZone={timeZone}
            onAllowReports={(isAllowed) => allowReports({ locationId, staffId: colleague.id, isAllowed })}
            onAllowed={refetchStaff}
            onAsk={(question) => setOpen({ kind: 'question', asked: { question, colleague } })}
          />
        ))}
      </ul>
      {open && (
        <DialogBoundary of={open.kind === 'question' ? open.asked.colleague.id : open.kind} onClose={close}>
          {open.kind === 'invite' && (
            <Invite
              gyms={locations.filter(({ isRetired }) => !isRetired)}
              here={locationId}
              onInvite={(person) => inviteColleague({ locationId, ...person })}
              onAnswered={refetch}
              onInvited={showLink}
              onClose={close}
            />
          )}
          {open.kind === 'question' && (
            <StaffQuestion
              locationId={locationId}
              timeZone={timeZone}
              gyms={locations}
              asked={open.asked}
              onLink={showLink}
              onClose={close}
            />
          )}
          {open.kind === 'link' && (
            <SignInLinkDialog
              name={open.name}
              link={open.link}
              timeZone={timeZone}
              onMail={(token) => mailLink({ locationId, token })}
              onClose={close}
            />
          )}
        </DialogBoundary>
      )}
    </OfficeSection>
  );
}
