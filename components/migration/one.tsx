'use client';

import { type FormEvent, type ReactElement, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { TextField } from '#components/ui/field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { memberPath } from '#lib/wire/member-path.ts';
import type { MigrateOutcome } from '#lib/wire/migration.ts';
import { readUserId } from '#lib/wire/user-id.ts';

interface MigrationOneProps {
  onMigrate(legacyUserId: number): Promise<ActionResult<MigrateOutcome>>;
}

/** One member by the number of the earlier software, with the platform's answer. */
export function MigrationOne({ onMigrate }: MigrationOneProps) {
  const t = useTranslations('migration.one');
  const [written, setWritten] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const migrate = useAction(onMigrate);
  const [outcome, setOutcome] = useState<MigrateOutcome | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (migrate.isPending) return;
    const read = readUserId(written);
    setOutcome(null);
    setInvalid(!('id' in read));
    if (!('id' in read)) return;
    const answer = await migrate.run(read.id);
    if (answer?.ok) setOutcome(answer.value);
  };

  return (
    <OfficeSection title={t('title')} text={t('text')}>
      <form method="post" noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextField
          className="min-w-0 basis-96 max-sm:grow"
          label={t('userId')}
          hint={t('userIdHint')}
          error={isInvalid ? t('invalid') : undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          value={written}
          onChange={(event) => {
            setWritten(event.target.value);
            setInvalid(false);
          }}
        />
        <PendingButton type="submit" look="main" isPending={migrate.isPending} className="self-start sm:mt-7.5">
          {t('submit')}
        </PendingButton>
      </form>
      <Problem>{migrate.failure}</Problem>
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
