'use client';

import { CircleCheck, CloudOff, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { BegunBy, type BegunByProps } from '#components/profile/begun-by.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { ApiKeyOutcome } from '#lib/wire/locations.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { apiKeyInput } from '#lib/wire/platform-access.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';
import { ConnectionState, FormEnd, OfficeSection } from './section.tsx';

interface ApiKeyMistake {
  kind: Exclude<ApiKeyOutcome['kind'], 'kept'> | 'missing' | 'invalid';
  cause?: OutageCause | null;
}

interface ApiKeyFormProps {
  /** Undefined while loading. */
  connection: PlatformStatus['connection'] | undefined;
  /** Shown where loading failed. */
  reading: ReactNode;
  timeZone: string;
  staff: BegunByProps['staff'];
  onSave(apiKey: string): Promise<ActionResult<ApiKeyOutcome>>;
  /** Called when another key is stored. */
  onKept(): Promise<unknown>;
}

/** Whether the platform accepts the current key, and a field for another one. The current key is never shown. */
export function ApiKeyForm({ connection, reading, timeZone, staff, onSave, onKept }: ApiKeyFormProps) {
  const t = useTranslations('office.key');
  const tCause = useTranslations('platform.causes');
  const save = useAction(onSave, { onDone: ({ kind }) => (kind === 'kept' ? onKept() : undefined) });
  const form = useForm(apiKeyInput, {
    initial: { apiKey: '' },
    action: save,
    mistakeOf: (rule): ApiKeyMistake => ({ kind: rule === 'too_small' ? 'missing' : 'invalid' }),
  });
  useUnsaved(form.isUnsaved);
  const submit = form.submit(async ({ apiKey }) => {
    const result = await save.run(apiKey);
    if (!result?.ok) return result;
    const { kind, ...why } = result.value;
    if (kind === 'kept') {
      form.beginAnew({ apiKey: '' });
      toast.success(t('kept'));
    } else form.refuse({ apiKey: { kind, ...why } });
    return result;
  });
  const { apiKey: mistake } = form.mistakes;
  const error = mistake && [t(`problems.${mistake.kind}`), ...(mistake.cause ? [tCause(mistake.cause)] : [])].join(' ');
  return (
    <OfficeSection id="key" title={t('title')} text={t('text')}>
      {reading}
      {connection && <KeyState connection={connection} timeZone={timeZone} />}
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        {form.isUnsaved && <BegunBy staff={staff} />}
        <PendingFields isPending={form.isPending}>
          <TextField
            {...form.field('apiKey')}
            type="password"
            autoComplete="off"
            label={t('label')}
            hint={t('hint')}
            error={error}
          />
        </PendingFields>
        <FormEnd submit={t('save')} isPending={form.isPending} failure={form.failure} />
      </form>
    </OfficeSection>
  );
}

function KeyState({ connection, timeZone }: { connection: PlatformStatus['connection']; timeZone: string }) {
  const t = useTranslations('office.key.states');
  const tCause = useTranslations('platform.causes');
  const format = useLocationFormat(timeZone);
  switch (connection.state) {
    case 'reachable':
      return (
        <ConnectionState tone="good" icon={CircleCheck}>
          {t('reachable')}
        </ConnectionState>
      );
    case 'unreachable':
      return (
        <ConnectionState tone="warning" icon={CloudOff}>
          {t('unreachable', { time: format.time(connection.since) })}
          {connection.cause && <p className="font-normal text-ink">{tCause(connection.cause)}</p>}
        </ConnectionState>
      );
    case 'keyRejected':
    case 'permissionMissing':
      return (
        <ConnectionState tone="bad" icon={KeyRound}>
          {t(connection.state, { time: format.time(connection.since) })}
        </ConnectionState>
      );
  }
}
