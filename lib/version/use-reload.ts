import { useEffect, useEffectEvent } from 'react';
import { useDeskVersion } from '#lib/queries/use-live-updates.ts';
import { isReloadDue } from './reload.ts';

const lookEveryMs = 1_000;
const place = 'reloaded-for';

/**
 * Reloads the page after another version was deployed, at a moment when nobody loses anything by it: nothing is being
 * typed, nothing asked, and the page itself agrees.
 * @param built of which build this page is
 */
export function useReload(built: string, mayReload: () => boolean): void {
  const told = useDeskVersion() ?? built;
  const reloadOnce = useEffectEvent(() => {
    if (!isReloadDue({ built, told, reloaded: readReloaded() }, Date.now())) return;
    if (isInUse() || !mayReload()) return;
    sessionStorage.setItem(place, JSON.stringify({ version: told, at: Date.now() }));
    window.location.reload();
  });
  useEffect(() => {
    if (told === built) return;
    const timer = setInterval(() => reloadOnce(), lookEveryMs);
    return () => clearInterval(timer);
  }, [told, built]);
}

const asking = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const typing = 'input:not([type="radio"], [type="checkbox"], [type="hidden"]), textarea';

/** Whether something is asked on this page, or typed and not sent. */
export const isInUse = (): boolean =>
  document.querySelector(asking) !== null || [...document.querySelectorAll(typing)].some(hasText);

const hasText = (field: Element) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== '';

function readReloaded(): { version: string; at: number } | null {
  const kept = sessionStorage.getItem(place);
  return kept ? (JSON.parse(kept) as { version: string; at: number }) : null; // safe because: only this file writes it
}
