'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { sendMessage } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { BegunBy } from '#components/profile/begun-by.tsx';
import { MessageForm } from '#components/profile/message-form.tsx';
import { profileQuery } from '#lib/browser/queries/member-queries.ts';
import { randomUuid } from '#lib/browser/taps/new-tap.ts';
import { type MessageDraft, messageForm } from '#lib/wire/members.ts';
import type { SectionProps } from './section-props.ts';

const emptyDraft: MessageDraft = { text: '', deeplink: '' };

export function MessageSection({ accountId, locationId, timeZone }: SectionProps) {
  const queryClient = useQueryClient();
  const { time } = useLocationFormat(timeZone);
  const send = useAction(sendMessage);
  const { staff } = useReception();
  const form = useForm(messageForm, { initial: emptyDraft, action: send, mistakeOf: () => true });
  useUnsaved(form.isUnsaved);
  const [outcome, setOutcome] = useState<{ kind: 'sent'; time: string } | { kind: 'unsure' } | null>(null);
  // idempotency key: the same for each attempt to send a message, another one for another text
  const messageId = useRef<string | null>(null);

  const change = (changed: Partial<MessageDraft>) => {
    messageId.current = null;
    form.change(changed);
    setOutcome(null);
  };
  const submit = form.submit(async (message) => {
    messageId.current ??= randomUuid();
    const sent = await send.run({ locationId, accountId, messageId: messageId.current, ...message });
    if (!sent?.ok) return;
    messageId.current = null;
    switch (sent.value.kind) {
      case 'sent':
        form.beginAnew(emptyDraft);
        setOutcome({ kind: 'sent', time: time(Date.now()) });
        break;
      case 'unsure':
        setOutcome({ kind: 'unsure' });
        break;
      case 'gone':
        queryClient.setQueryData(profileQuery(locationId, accountId).queryKey, { kind: 'gone' });
    }
  });

  return (
    <MessageForm
      {...form.values}
      begunBy={form.isUnsaved && <BegunBy staff={staff} />}
      onChange={change}
      outcome={outcome}
      isTextMissing={form.mistakes.text ?? false}
      failure={form.failure}
      isPending={form.isPending}
      onSubmit={submit}
    />
  );
}
