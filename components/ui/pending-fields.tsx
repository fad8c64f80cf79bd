'use client';

import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface PendingFieldsProps {
  /** Whether the form is being sent. */
  isPending: boolean;
  children?: ReactNode;
}

/**
 * The fields of a form. They are inert while it is being sent: text typed then would disappear with the form without
 * ever being sent. The focus moves to the button and returns afterwards.
 */
export function PendingFields({ isPending, children }: PendingFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const button = fields.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]');
    if (isPending && focused instanceof HTMLElement && fields.current?.contains(focused)) {
      left.current = focused;
      button?.focus();
    } else if (!isPending) {
      if (focused === button) left.current?.focus();
      left.current = null;
    }
  }, [isPending]);
  return (
    <div ref={fields} inert={isPending} className="contents">
      {children}
    </div>
  );
}
