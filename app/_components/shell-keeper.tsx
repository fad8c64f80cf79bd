'use client';

import { useLocale } from 'next-intl';
import { useEffect } from 'react';
import type { KeptPlace } from '#lib/app-shell/kept-place.ts';
import { useScreenAwake } from './use-screen-awake.ts';

/** The page itself comes first; then what it has of parts on demand by now, which come by themselves after two seconds. */
const keepAfterMs = [500, 6_000];

/** Has this browser ready for the moment when the page is loaded anew and the desk is away. */
export function ShellKeeper({ version, ...place }: KeptPlace & { version: string }): null {
  const locale = useLocale();
  const { location, staff, hearsScans } = place;
  useScreenAwake(location.keepsScreenAwake);
  useEffect(() => {
    const keep = async () => {
      const { keepShell } = await import('#lib/app-shell/keep-shell.ts');
      // among what is kept: a counter is heard
      await import('#components/check-in/sounds.ts');
      await keepShell({ version, locale, location, staff, hearsScans });
    };
    // best effort: a browser may store nothing, and the desk be away by now; the next page tries again
    const timers = keepAfterMs.map((pause) => setTimeout(() => void keep().catch(() => {}), pause));
    return () => timers.forEach(clearTimeout);
  }, [version, locale, location, staff, hearsScans]);
  return null;
}
