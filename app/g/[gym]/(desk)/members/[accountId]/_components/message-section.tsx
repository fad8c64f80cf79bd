'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { sendMessage } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { BegunBy } from '#components/profile/begun-by.tsx';
import { MessageForm } from '#components/profile/message-form.tsx';
import { profileQuery } from '#lib/browser/queries/member-queries.ts';
import { randomUuid } from '#lib/browser/taps/new-tap.ts';
import type { SectionProps } from './section-props.ts';

interface Draft {
  text: string;
  deeplink: string;
}
const emptyDraft: Draft = { text: '', deeplink: '' };

export function MessageSection({ accountId, locationId, timeZone }: SectionProps) {
  const queryClient = useQueryClient();
  const { time } = useLocationFormat(timeZone);
  const send = useAction(sendMessage);
  const { staff } = useReception();
  const [draft, setDraft] = useState(emptyDraft);
  const isWritten = draft.text !== '' || draft.deeplink !== '';
  useUnsaved(isWritten);
  const [outcome, setOutcome] = useState<{ kind: 'sent'; time: string } | { kind: 'unsure' } | null>(null);
  const [isTextMissing, setTextMissing] = useState(false);
  // one message has one id, however often it is sent; other words are another message
  const messageId = useRef<string | null>(null);

  const type = (field: keyof Draft, value: string) => {
    messageId.current = null;
    setDraft((before) => ({ ...before, [field]: value }));
    setOutcome(null);
    setTextMissing(false);
  };
  const press = async () => {
    if (draft.text.trim() === '') return setTextMissing(true);
    messageId.current ??= randomUuid();
    const sent = await send.run({ locationId, accountId, messageId: messageId.current, ...draft });
    if (!sent?.ok) return;
    messageId.current = null;
    switch (sent.value.kind) {
      case 'sent':
        setDraft(emptyDraft);
        return setOutcome({ kind: 'sent', time: time(Date.now()) });
      case 'unsure':
        return setOutcome({ kind: 'unsure' });
      case 'gone':
        return queryClient.setQueryData(profileQuery(locationId, accountId).queryKey, { kind: 'gone' });
    }
  };

  return (
    <MessageForm
      {...draft}
      begunBy={isWritten && <BegunBy staff={staff} />}
      onType={type}
      outcome={outcome}
      isTextMissing={isTextMissing}
      failure={send.failure}
      isPending={send.isPending}
      onSend={press}
    />
  );
}
