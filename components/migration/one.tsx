'use client';

import { type ReactElement, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { TextField } from '#components/ui/field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { memberPath } from '#lib/wire/member-path.ts';
import { type MigrateOutcome, migrateForm } from '#lib/wire/migration.ts';

interface MigrationOneProps {
  onMigrate(legacyUserId: number): Promise<ActionResult<MigrateOutcome>>;
}

/** Migrates one member by the user id of the earlier software, and shows the platform's response. */
export function MigrationOne({ onMigrate }: MigrationOneProps) {
  const t = useTranslations('migration.one');
  const migrate = useAction(onMigrate);
  const [outcome, setOutcome] = useState<MigrateOutcome | null>(null);
  const form = useForm(migrateForm, {
    initial: { legacyUserId: '' },
    action: migrate,
    mistakeOf: () => t('invalid'),
  });
  const submit = form.submit(async ({ legacyUserId }) => {
    const answer = await migrate.run(legacyUserId);
    if (answer?.ok) setOutcome(answer.value);
  });

  return (
    <OfficeSection title={t('title')} text={t('text')}>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          setOutcome(null);
          submit(event);
        }}
        className="flex flex-wrap items-end gap-3"
      >
        <TextField
          {...form.field('legacyUserId')}
          className="min-w-0 basis-96 max-sm:grow"
          label={t('userId')}
          hint={t('userIdHint')}
          error={form.mistakes.legacyUserId}
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
        />
        <PendingButton type="submit" look="main" isPending={form.isPending} className="self-start sm:mt-7.5">
          {t('submit')}
        </PendingButton>
      </form>
      <Problem>{form.failure}</Problem>
      <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        {outcome && <Outcome outcome={outcome} />}
      </div>
    </OfficeSection>
  );
}

function Outcome({ outcome }: { outcome: MigrateOutcome }): ReactElement {
  const toGym = useGymPath();
  const t = useTranslations('migration.one');
  switch (outcome.kind) {
    case 'migrated':
    case 'alreadyThere':
      return (
        <>
          <p className="font-medium">{t(outcome.kind, { name: outcome.displayName })}</p>
          <LinkButton href={toGym(memberPath(outcome.accountId))}>{t('toProfile')}</LinkButton>
        </>
      );
    case 'unnamed':
      return <p className="font-medium">{t('unnamed')}</p>;
    case 'notFound':
      return <p className="font-medium">{t(outcome.because)}</p>;
    case 'refused':
      return <p className="font-medium text-refused">{t('refused', { code: outcome.code })}</p>;
    case 'notPermitted':
      return <p className="font-medium text-refused">{t('notPermitted')}</p>;
  }
}
