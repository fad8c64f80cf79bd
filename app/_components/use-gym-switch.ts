import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { pingDesk } from '#lib/browser/taps/fetch-glance.ts';

/**
 * Leads this tab, and no other, to a page of another gym. Until it is there nothing of the former takes a press: a link would
 * lead to a page of the one below the header of the other.
 */
export function useGymSwitch(): (address: string) => void {
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
  return (address) =>
    void pingDesk().then(
      () => startTransition(() => router.push(address)),
      () => toast.warning(t('deskUnreachable')),
    );
}
