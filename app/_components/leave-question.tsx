'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { onDemand } from '#components/ui/on-demand.tsx';
import { isDialogInUse, onDialogClosed } from '#components/ui/open-dialogs.ts';
import { afterRelease, beginPage, watchLeaving } from '#lib/browser/page/page-leaving.ts';

const UnsavedDialog = onDemand(async () => (await import('#components/person/unsaved-dialog.tsx')).UnsavedDialog);

/** Asks for confirmation before a page with unsaved input is left. */
export function LeaveQuestion() {
  const router = useRouter();
  const pathname = usePathname();
  const [asked, setAsked] = useState<{ leave(): void } | null>(null);
  useEffect(
    () =>
      watchLeaving({
        ask: (leave) => setAsked({ leave }),
        go: (href) => router.push(href),
        isDialogInUse,
        onDialogClosed,
      }),
    [router],
  );
  const stay = () => setAsked(null);
  // what was being sent meanwhile is saved; its form may open another page now, so the user leaves by another press
  useEffect(() => (asked ? afterRelease(() => setAsked(null)) : undefined), [asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another history entry
  useEffect(() => {
    beginPage();
    setAsked(null);
  }, [pathname]);
  return (
    <UnsavedDialog
      isWanted={asked !== null}
      onStay={stay}
      onLeave={() => {
        stay();
        asked?.leave();
      }}
    />
  );
}
