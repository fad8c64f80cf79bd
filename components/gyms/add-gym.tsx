'use client';

import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { TimeZoneField } from '#components/gym/time-zone-field.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { TextField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type AddGymInput, type AddGymOutcome, addGymInput } from '#lib/wire/gyms.ts';

interface AddGymProps {
  /** The time zone of this page's gym, proposed because another gym is probably in the same one. */
  timeZone: string;
  onAdd(gym: AddGymInput): Promise<ActionResult<AddGymOutcome>>;
  onAdded(slug: string, name: string): void;
  onClose(): void;
}

type Problem = Exclude<AddGymOutcome['kind'], 'added'>;
const fieldOf: Record<Problem, keyof AddGymInput> = {
  nameTaken: 'name',
  slugTaken: 'slug',
  timeZoneUnknown: 'timeZone',
  addressRefused: 'apiUrl',
  unreachable: 'apiUrl',
  busy: 'apiUrl',
  rejected: 'apiKey',
  permissionMissing: 'apiKey',
  inUseElsewhere: 'apiKey',
  tooManyAttempts: 'apiUrl',
};

/** The name to fill into the message; `none` selects the wording for a gym of other managers, which has no name here. */
const nameOf = (outcome: AddGymOutcome): string => (outcome.kind === 'inUseElsewhere' && outcome.name) || 'none';

/** Adds a gym after its member system has accepted the key. */
export function AddGym({ timeZone, onAdd, onAdded, onClose }: AddGymProps) {
  const t = useTranslations('gyms');
  const add = useAction(onAdd);
  const form = useForm(addGymInput, {
    initial: { name: '', timeZone, slug: '', apiUrl: '', apiKey: '' },
    action: add,
    mistakeOf: (_, field) => t(`problems.${field as keyof AddGymInput}`), // safe because: the form has these fields
  });
  const submit = form.submit(async (gym) => {
    const result = await add.run(gym);
    if (!result?.ok) return result;
    const { value } = result;
    if (value.kind === 'added') onAdded(value.slug, gym.name);
    else form.refuse({ [fieldOf[value.kind]]: t(`problems.${value.kind}`, { name: nameOf(value) }) });
    return result;
  });
  const { mistakes } = form;
  return (
    <FormDialog
      title={t('addTitle')}
      description={t('addText')}
      submit={t('addSubmit')}
      isPending={form.isPending}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField {...form.field('name')} data-autofocus autoComplete="off" label={t('name')} error={mistakes.name} />
      <TimeZoneField
        {...form.field('timeZone')}
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        error={mistakes.timeZone}
      />
      <TextField
        {...form.field('slug')}
        autoComplete="off"
        spellCheck={false}
        label={t('slug')}
        hint={t('slugHint')}
        error={mistakes.slug}
      />
      <TextField
        {...form.field('apiUrl')}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        label={t('apiUrl')}
        hint={t('apiUrlHint')}
        error={mistakes.apiUrl}
      />
      <TextField
        {...form.field('apiKey')}
        type="password"
        autoComplete="off"
        label={t('apiKey')}
        hint={t('apiKeyHint')}
        error={mistakes.apiKey}
      />
    </FormDialog>
  );
}
