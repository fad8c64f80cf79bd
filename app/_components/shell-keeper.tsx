'use client';

import { useLocale } from 'next-intl';
import { useEffect } from 'react';
import type { KeptPlace } from '#lib/app-shell/kept-place.ts';
import { useScreenAwake } from './use-screen-awake.ts';

/** The page itself comes first. */
const keepAfterMs = 500;

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
    const timer = setTimeout(() => void keep().catch(() => {}), keepAfterMs);
    return () => clearTimeout(timer);
  }, [version, locale, location, staff, hearsScans]);
  return null;
}
