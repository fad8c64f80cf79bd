import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { UnsavedDialog } from '#components/members/unsaved-dialog.tsx';

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
      const href = destinationOf(event);
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

/** Where in this window a click leads; null where it leaves the page as it is. */
function destinationOf({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): string | null {
  const link = target instanceof Element ? target.closest('a') : null;
  const opensElsewhere = button !== 0 || ctrlKey || metaKey || shiftKey || altKey || link?.target === '_blank';
  if (!link || opensElsewhere || link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname ? null : link.pathname + link.search;
}
