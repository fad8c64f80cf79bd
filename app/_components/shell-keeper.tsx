'use client';

import { useLocale } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { PageNote } from '#components/ui/page-note.tsx';
import { keepTrying } from '#lib/browser/app-shell/keep-trying.ts';
import type { KeptPlace } from '#lib/browser/app-shell/kept-place.ts';
import { forgetReturn } from '#lib/browser/app-shell/returns.ts';
import { useScreenAwake } from './use-screen-awake.ts';

interface ShellKeeperProps extends KeptPlace {
  version: string;
  /** Said where this browser keeps nothing that could open then. */
  text: string;
}

/** Has this browser ready for the moment when the page is loaded anew and the desk is away. */
export function ShellKeeper({ version, text, ...place }: ShellKeeperProps): ReactNode {
  const locale = useLocale();
  const { location, staff, hearsScans } = place;
  const [isMissing, setMissing] = useState(false);
  useScreenAwake(location.keepsScreenAwake);
  useEffect(forgetReturn, []);
  useEffect(() => {
    const keep = async () => {
      const { keepShell } = await import('#lib/browser/app-shell/keep-shell.ts');
      // among what is kept: a counter is heard
      await import('#components/check-in/sounds.ts');
      return keepShell({ version, locale, location, staff, hearsScans });
    };
    // over plain HTTP no browser keeps it, and that is said by itself
    if (!window.isSecureContext) return;
    if (!('serviceWorker' in navigator)) return setMissing(true);
    return keepTrying({ keep, onChange: (isKept) => setMissing(!isKept) });
  }, [version, locale, location, staff, hearsScans]);
  return isMissing && <PageNote>{text}</PageNote>;
}
