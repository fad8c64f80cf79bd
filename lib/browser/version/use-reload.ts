import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { timeLeft } from '#lib/browser/clock/time-left.ts';
import { mayUnload } from '#lib/browser/page/page-leaving.ts';
import { useDeskVersion } from '#lib/browser/queries/use-live-updates.ts';
import { isReloadDue } from './reload.ts';

const lookEveryMs = 1_000;
/** Whoever has just typed into a filter goes on typing. */
const typingMs = 10_000;
const place = 'reloaded-for';

/**
 * Reloads the page after another version was deployed, at a moment when nobody loses anything by it: nothing is being
 * typed, nothing asked, nothing saved, nothing there that only this page has, and the page itself agrees.
 * @param built of which build this page is
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
  // from the start: what was typed just before the desk told of another version counts too
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

/** What is asked, and what says itself that it would be gone. */
const asking = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-in-use]';
const typing = 'input:not([type="radio"], [type="checkbox"], [type="hidden"]), textarea';
/** What stands in these comes back with the page, or has it held while it is not saved. */
const kept = '[data-kept]';

/** Whether something is asked on this page, or typed and not sent. */
export const isInUse = (): boolean =>
  document.querySelector(asking) !== null ||
  [...document.querySelectorAll(typing)].some((field) => hasText(field) && field.closest(kept) === null);

const hasText = (field: Element) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== '';

function readReloaded(): { version: string; at: number } | null {
  const kept = sessionStorage.getItem(place);
  return kept ? (JSON.parse(kept) as { version: string; at: number }) : null; // safe because: only this file writes it
}
