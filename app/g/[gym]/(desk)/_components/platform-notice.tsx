'use client';

import { PlatformBanner } from '#components/check-in/platform-banner.tsx';
import type { PlatformStatus } from '#lib/wire/status.ts';
import { useReception } from './reception-context.ts';

/** Problems between the desk and the platform, and what the manager can do about them. */
export function PlatformNotice({ status }: { status: PlatformStatus }) {
  const { location, staff } = useReception();
  return <PlatformBanner status={status} role={staff.role} timeZone={location.timeZone} />;
}
