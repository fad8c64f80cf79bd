import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { timeLeft } from '#lib/browser/clock/time-left.ts';
import { mayUnload } from '#lib/browser/page/page-leaving.ts';
import { useDeskVersion } from '#lib/browser/queries/use-live-updates.ts';
import { isReloadDue } from './reload.ts';

const lookEveryMs = 1_000;
/** After typing into a filter, the user probably goes on typing for this long. */
const typingMs = 10_000;
const place = 'reloaded-for';

/**
 * Reloads the page after a deployment, at a moment when nothing is lost: no typed text, no open dialog, no request in
 * flight, no unsaved state that only this page has, and `mayReload` agrees.
 * @param built the build of this page
 */
export function useReload(built: string, mayReload: () => boolean): void {
  const queryClient = useQueryClient();
  const typingLeftMs = useRef<() => number>(() => 0);
  const told = useDeskVersion() ?? built;
  const reloadOnce = useEffectEvent(() => {
    if (!isReloadDue({ built, told, reloaded: readReloaded() }, Date.now())) return;
    if (isInUse() || typingLeftMs.current() > 0 || queryClient.isMutating() > 0 || !mayReload() || !mayUnload()) return;
    sessionStorage.setItem(place, JSON.stringify({ version: told, at: Date.now() }));
    window.location.reload();
  });
  // from mount on: typing just before the new version was announced counts too
  useEffect(() => {
    const noteTyping = () => {
      typingLeftMs.current = timeLeft(typingMs);
    };
    window.addEventListener('input', noteTyping);
    return () => window.removeEventListener('input', noteTyping);
  }, []);
  useEffect(() => {
    if (told === built) return;
    const timer = setInterval(() => reloadOnce(), lookEveryMs);
    return () => clearInterval(timer);
  }, [told, built]);
}

/** Dialogs and menus, and elements that mark themselves as in use. */
const asking = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-in-use]';
const typing = 'input:not([type="radio"], [type="checkbox"], [type="hidden"]), textarea';
/** Fields in these are restored by the page, or block the reload themselves while unsaved. */
const kept = '[data-kept]';

/** Whether a dialog is open on this page, or text is typed and not sent. */
export const isInUse = (): boolean =>
  document.querySelector(asking) !== null ||
  [...document.querySelectorAll(typing)].some((field) => hasText(field) && field.closest(kept) === null);

const hasText = (field: Element) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== '';

function readReloaded(): { version: string; at: number } | null {
  const kept = sessionStorage.getItem(place);
  return kept ? (JSON.parse(kept) as { version: string; at: number }) : null; // safe because: only this file writes it
}
