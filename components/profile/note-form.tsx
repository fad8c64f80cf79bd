'use client';

import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { DayField } from '#components/days/day-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChoiceCards } from '#components/ui/choice-cards.tsx';
import { TextAreaField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { longestNote, type NoteDraft, noteLevels } from '#lib/wire/notes.ts';
import { ProfileSection } from './section.tsx';

export type NoteMistake = 'textMissing' | 'notADay' | 'dayOver';

interface NoteFormProps {
  draft: NoteDraft;
  today: string;
  mistakes: Partial<Record<string, NoteMistake>>;
  onChange(changed: Partial<NoteDraft>): void;
  /** Names the author of the text, if that is another user. */
  begunBy: ReactNode;
  /** The change that another user made in the meantime. */
  meanwhile: ReactNode;
  failure: string | null;
  isPending: boolean;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onCancel(): void;
}

export function NoteForm({ draft, today, mistakes, onChange, meanwhile, failure, isPending, ...props }: NoteFormProps) {
  const t = useTranslations('memberNotes');
  const common = useTranslations('common');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('textarea')?.focus();
  }, []);
  const say = (mistake: NoteMistake | undefined) => mistake && t(`mistakes.${mistake}`);
  return (
    <ProfileSection title={t('title')}>
      <form ref={form} noValidate method="post" onSubmit={props.onSubmit} className="grid gap-4">
        {props.begunBy}
        <PendingFields isPending={isPending}>
          <TextAreaField
            name="note"
            label={t('label')}
            hint={t('hint', { count: draft.text.length, max: longestNote })}
            error={say(mistakes.text)}
            maxLength={longestNote}
            value={draft.text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
          <ChoiceCards
            label={t('level')}
            value={draft.level}
            options={noteLevels.map((level) => ({ value: level, label: t(`choices.${level}`) }))}
            onChange={(level) => onChange({ level })}
            className="grid sm:grid-cols-2"
          />
          <DayField
            name="expiresOn"
            label={t('expiresOn')}
            hint={t('expiresOnHint')}
            error={say(mistakes.expiresOn)}
            value={draft.expiresOn}
            today={today}
            min={today}
            onChange={(expiresOn) => onChange({ expiresOn })}
            className="sm:max-w-[calc(50%-0.5rem)]"
          />
        </PendingFields>
        <div role="alert" className="empty:hidden">
          {meanwhile}
        </div>
        <Problem>{failure}</Problem>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={props.onCancel}>{common('cancel')}</Button>
          <PendingButton type="submit" look="main" isPending={isPending}>
            {t('save')}
          </PendingButton>
        </div>
      </form>
    </ProfileSection>
  );
}
