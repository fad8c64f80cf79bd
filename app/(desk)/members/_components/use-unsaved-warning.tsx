import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { UnsavedDialog } from '#components/person/unsaved-dialog.tsx';
import { linkDestination } from '#lib/browser/link-destination.ts';

/**
 * Asks before the page is left, while there is something on it that was not saved: the browser where it is closed or
 * loaded anew, we where a link leads to another page.
 * @returns our question, while it is asked
 */
export function useUnsavedWarning(isUnsaved: boolean): ReactNode {
  const router = useRouter();
  const [destination, setDestination] = useState<string | null>(null);

  useEffect(() => {
    if (!isUnsaved) return;
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const href = linkDestination(event);
      if (href === null) return;
      event.preventDefault();
      // neither the router nor another form that is unsaved too
      event.stopImmediatePropagation();
      setDestination(href);
    };
    window.addEventListener('beforeunload', askBrowser);
    window.addEventListener('click', hold, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', askBrowser);
      window.removeEventListener('click', hold, { capture: true });
    };
  }, [isUnsaved]);

  if (destination === null) return null;
  return <UnsavedDialog onStay={() => setDestination(null)} onLeave={() => router.push(destination)} />;
}
