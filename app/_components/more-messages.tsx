'use client';

import { type AbstractIntlMessages, NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { type ReactNode, useMemo } from 'react';

interface MoreMessagesProps {
  messages: AbstractIntlMessages;
  children: ReactNode;
}

/** Adds messages to those of the page around it. */
export function MoreMessages({ messages, children }: MoreMessagesProps) {
  const ofPage = useMessages();
  const all = useMemo(() => ({ ...ofPage, ...messages }), [ofPage, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
