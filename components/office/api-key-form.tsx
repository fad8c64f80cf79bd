'use client';

import { CircleCheck, CloudOff, KeyRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { ApiKeyOutcome } from '#lib/wire/locations.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';
import { ConnectionState } from './connection-state.tsx';
import { OfficeSection } from './office-section.tsx';

export type ApiKeyProblem = Exclude<ApiKeyOutcome['kind'], 'kept'> | 'missing' | 'invalid';

export interface ApiKeyFormProps {
  /** Undefined while it is read. */
  connection: PlatformStatus['connection'] | undefined;
  timeZone: string;
  /** @returns what is wrong with the key; null where nothing is, or what failed was said */
  onSave(apiKey: string): Promise<ApiKeyProblem | 'kept' | null>;
}

/** How the platform takes the key in use, and a field for another one. The one in use is never shown. */
export function ApiKeyForm({ connection, timeZone, onSave }: ApiKeyFormProps) {
  const t = useTranslations('office.key');
  const [apiKey, setApiKey] = useState('');
  const [problem, setProblem] = useState<ApiKeyProblem | null>(null);
  const [isPending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    const outcome = apiKey.trim() === '' ? 'missing' : await onSave(apiKey);
    setPending(false);
    if (outcome === 'kept') setApiKey('');
    setProblem(outcome === 'kept' ? null : outcome);
    if (outcome !== null && outcome !== 'kept') field.current?.focus();
  };
  return (
    <OfficeSection id="key" title={t('title')} text={t('text')}>
      {connection && <KeyState connection={connection} timeZone={timeZone} />}
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          ref={field}
          type="password"
          name="apiKey"
          autoComplete="off"
          label={t('label')}
          hint={t('hint')}
          error={problem && t(`problems.${problem}`)}
          value={apiKey}
          onChange={(event) => {
            setApiKey(event.target.value);
            setProblem(null);
          }}
        />
        <div className="flex justify-end">
          <Button type="submit" aria-disabled={isPending} className="max-sm:w-full">
            {isPending && <Spinner />}
            {t('save')}
          </Button>
        </div>
      </form>
    </OfficeSection>
  );
}

function KeyState({ connection, timeZone }: { connection: PlatformStatus['connection']; timeZone: string }) {
  const t = useTranslations('office.key.states');
  const format = useLocationFormat(timeZone);
  if (connection.state === 'reachable') {
    return (
      <ConnectionState tone="good" icon={CircleCheck}>
        {t('reachable')}
      </ConnectionState>
    );
  }
  const isAway = connection.state === 'unreachable';
  return (
    <ConnectionState tone={isAway ? 'warning' : 'bad'} icon={isAway ? CloudOff : KeyRound}>
      {t(connection.state, { time: format.time(connection.since) })}
    </ConnectionState>
  );
}
