'use client';

import { useState } from 'react';
import { registerWebhook } from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { Webhook } from '#components/connection/webhook.tsx';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useConnection } from './use-connection.ts';

interface WebhookScreenProps {
  locationId: string;
  timeZone: string;
}

/** The webhook, by which the platform reports events: its state, and registering it anew. */
export function WebhookScreen({ locationId, timeZone }: WebhookScreenProps) {
  const t = useTranslations('connection.webhook');
  const { reading, readAgain } = useConnection(locationId);
  const [isAsked, setAsked] = useState(false);
  return (
    <OfficeSection id="webhook" title={t('title')} text={t('text')}>
      <ReadingState of="connection" reading={reading} />
      {reading.data && <Webhook webhook={reading.data.webhook} timeZone={timeZone} />}
      <Button className="justify-self-start max-sm:w-full" onClick={() => setAsked(true)}>
        {t('anew')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('anewTitle')}
          description={t('anewText')}
          confirm={t('anew')}
          look="main"
          onConfirm={() => registerWebhook({ locationId })}
          onDone={({ state }) => {
            setAsked(false);
            if (state === 'registered') toast.success(t('done.registered'));
            else toast.info(t('done.other'));
            return readAgain();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </OfficeSection>
  );
}
