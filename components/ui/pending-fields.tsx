'use client';

import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface PendingFieldsProps {
  /** Whether what stands in the fields is on its way. */
  isPending: boolean;
  children?: ReactNode;
}

/**
 * The fields of a form that is sent by a button. While it is on its way they take nothing: what was typed then would go with
 * the form and never have been sent. The focus waits at the button, and comes back.
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
