'use client';

import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type FieldProblems, type FormField, fieldGroups, type ProfileValues, tanField } from '#lib/wire/members.ts';
import { PersonInput } from './input.tsx';

interface PersonFormProps {
  values: ProfileValues;
  tan: string;
  /** Whether the member is corporate at the platform already: then a TAN only renews, and is optional. */
  wasCorporate: boolean;
  onChange(field: FormField, value: string): void;
  problems: FieldProblems;
  /** Why saving failed; null before the first attempt. */
  failure: string | null;
  /** The changes that other users made in the meantime. */
  conflicts: ReactNode;
  isPending: boolean;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onCancel(): void;
}

export function PersonForm({ values, tan, wasCorporate, onChange, problems, ...props }: PersonFormProps) {
  const t = useTranslations('profile');
  const common = useTranslations('common');
  const form = useRef<HTMLFormElement>(null);
  const isCorporate = values['membership.membershipType'] === 'CORPORATE_FITNESS';

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input')?.focus();
  }, []);

  return (
    <form ref={form} noValidate method="post" onSubmit={props.onSubmit} className="grid gap-6" aria-label={t('edit')}>
      <PendingFields isPending={props.isPending}>
        {props.conflicts}
        {fieldGroups.map(({ group, fields }) => (
          <fieldset key={group} className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-3 font-semibold text-ink-soft text-sm">{t(group)}</legend>
            {fields.map((field) => (
              <PersonInput
                key={field}
                field={field}
                value={values[field]}
                problem={problems[field]}
                onChange={(value) => onChange(field, value)}
              />
            ))}
            {group === 'membershipGroup' && isCorporate && (
              <PersonInput
                field={tanField}
                value={tan}
                hint={t(wasCorporate ? 'tanHintRenew' : 'tanHint')}
                problem={problems[tanField]}
                onChange={(value) => onChange(tanField, value)}
              />
            )}
          </fieldset>
        ))}
      </PendingFields>
      <Problem>{props.failure}</Problem>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={props.onCancel}>{common('cancel')}</Button>
        <PendingButton type="submit" look="main" isPending={props.isPending}>
          {t('save')}
        </PendingButton>
      </div>
    </form>
  );
}
