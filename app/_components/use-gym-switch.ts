import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { pingDesk } from '#lib/browser/taps/fetch-glance.ts';

/**
 * Navigates this tab to a page of another gym. Until that page is there, the current one accepts no input: a link would
 * open a page of the former gym below the header of the new one.
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
  // without this check, the router would leave the app for the browser's own error page while the desk is unreachable
  return (address) =>
    void pingDesk().then(
      () => startTransition(() => router.push(address)),
      () => toast.warning(t('deskUnreachable')),
    );
}
