import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { showLocation } from '#lib/browser/page/tab-location.ts';
import { pingDesk } from '#lib/browser/taps/fetch-glance.ts';

/**
 * Has this tab show another location, and no other tab. Until the whole page is of the new one nothing of the former takes a
 * press: a link would lead to a page of the new one below the header of the old.
 */
export function useLocationSwitch(): (locationId: string) => void {
  const t = useTranslations('notes');
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useEffect(() => {
    if (!isPending) return;
    const parts = document.querySelectorAll<HTMLElement>('header, main');
    for (const part of parts) part.inert = true;
    return () => {
      for (const part of parts) part.inert = false;
    };
  }, [isPending]);
  // a desk that is away would take the page with it: the router asks, and leaves for what a browser says of no server
  return (locationId) =>
    void pingDesk().then(
      () => {
        showLocation(locationId);
        startTransition(() => router.refresh());
      },
      () => toast.warning(t('deskUnreachable')),
    );
}
