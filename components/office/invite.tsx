'use client';

import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { TextField } from '#components/ui/field.tsx';
import { longestEmail } from '#contracts/v2/primitives.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type InviteInput,
  type InviteOutcome,
  inviteInput,
  longestStaffName,
  type SignInLink,
} from '#lib/wire/staff.ts';
import { GymsField } from './gyms-field.tsx';
import { RoleField } from './role-field.tsx';

interface InviteProps {
  /** The gyms of the manager. */
  gyms: readonly { id: string; name: string }[];
  /** The gym of the page. */
  here: string;
  onInvite(person: InviteInput): Promise<ActionResult<InviteOutcome>>;
  /** Called after every answer: if it was lost, the list shows whether the colleague is there. */
  onAnswered(): void;
  onInvited(name: string, link: SignInLink): void;
  onClose(): void;
}

/** Invites a colleague: who, with which role, and in which gyms. */
export function Invite({ gyms, here, onInvite, onAnswered, onInvited, onClose }: InviteProps) {
  const t = useTranslations('office.staff');
  const invite = useAction(onInvite);
  const mistakeOf = (_: string, field: string): string => {
    if (field === 'email') return t('emailInvalid');
    return t(field === 'name' ? 'nameMissing' : 'gymsMissing');
  };
  const form = useForm(inviteInput, {
    initial: { name: '', email: '', role: 'reception', locationIds: [here] },
    action: invite,
    mistakeOf,
  });
  const submit = form.submit(async (person) => {
    const answer = await invite.run(person);
    onAnswered();
    if (!answer?.ok) return answer;
    const { value } = answer;
    if (value.kind === 'invited') return void onInvited(person.name, value.link);
    return form.refuse({
      email: value.name === null ? t('emailTakenElsewhere') : t('emailTaken', { name: value.name }),
    });
  });
  return (
    <FormDialog
      title={t('inviteTitle')}
      description={t('inviteText')}
      submit={t('invite')}
      isPending={form.isPending}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        data-autofocus
        label={t('name')}
        error={form.mistakes.name}
        autoComplete="off"
        maxLength={longestStaffName}
      />
      <TextField
        {...form.field('email')}
        label={t('email')}
        error={form.mistakes.email}
        type="email"
        autoComplete="off"
        maxLength={longestEmail}
      />
      <RoleField value={form.values.role} onChange={(role) => form.change({ role })} />
      <GymsField
        gyms={gyms}
        chosen={form.values.locationIds}
        error={form.mistakes.locationIds}
        onChange={(locationIds) => form.change({ locationIds })}
      />
    </FormDialog>
  );
}
