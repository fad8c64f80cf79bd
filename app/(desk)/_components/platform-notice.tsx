'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { settleVisits } from '#app/(desk)/actions.ts';
import { PlatformBanner } from '#components/check-in/platform-banner.tsx';
import { toast } from '#components/ui/toast.ts';
import { orUnreachable } from '#lib/actions/or-unreachable.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';
import type { KeptState } from '#lib/wire/visits.ts';
import { useReception } from './reception-context.ts';

/** What is not as it should be between the desk and the platform, and what the manager can do about it. */
export function PlatformNotice({ status }: { status: PlatformStatus }) {
  const { location, staff } = useReception();
  const router = useRouter();
  const t = useTranslations('notes');
  const settle = async (state: KeptState, count: number) => {
    const settled = await orUnreachable(settleVisits({ locationId: location.id, state, count }));
    if (settled.ok) return;
    if (settled.error.code === 'signedOut') return router.push('/sign-in');
    toast.error(t(settled.error.code, { requestId: settled.error.requestId }));
  };
  return <PlatformBanner status={status} role={staff.role} timeZone={location.timeZone} onSettle={settle} />;
}
