'use client';

import { useLocale } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { PageNote } from '#components/ui/page-note.tsx';
import { keepTrying } from '#lib/browser/app-shell/keep-trying.ts';
import type { KeptPlace } from '#lib/browser/app-shell/kept-place.ts';
import { watchLoadedFiles } from '#lib/browser/app-shell/loaded-files.ts';
import { forgetReturn } from '#lib/browser/app-shell/returns.ts';
import { useScreenAwake } from './use-screen-awake.ts';

interface ShellKeeperProps extends KeptPlace {
  version: string;
  /** Shown where the browser cannot store an offline shell. */
  text: string;
}

/** Stores the offline shell, so that this browser can open the page while the desk is unreachable. */
export function ShellKeeper({ version, text, ...place }: ShellKeeperProps): ReactNode {
  const locale = useLocale();
  const { location, staff, hearsScans } = place;
  const [isMissing, setMissing] = useState(false);
  useScreenAwake(location.keepsScreenAwake);
  useEffect(forgetReturn, []);
  useEffect(() => {
    const keep = async () => {
      const { keepShell } = await import('#lib/browser/app-shell/keep-shell.ts');
      // what is stored includes a counter that accepts scans
      await import('#components/check-in/sounds.ts');
      return keepShell({ version, locale, location, staff, hearsScans });
    };
    // over plain HTTP browsers store nothing, and another notice says so
    if (!window.isSecureContext) return;
    if (!('serviceWorker' in navigator)) return setMissing(true);
    return keepTrying({ keep, watchFiles: watchLoadedFiles, onChange: (isKept) => setMissing(!isKept) });
  }, [version, locale, location, staff, hearsScans]);
  return isMissing && <PageNote>{text}</PageNote>;
}
