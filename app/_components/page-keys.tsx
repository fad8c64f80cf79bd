'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { isTextField } from '#components/check-in/field-snapshot.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { onHelpWanted } from '#lib/browser/page/help-wanted.ts';
import { leavePage } from '#lib/browser/page/page-leaving.ts';
import { pressedAt } from '#lib/browser/scan/pressed-at.ts';
import type { Release } from '#lib/wire/release.ts';

const KeySheet = onDemand(async () => (await import('#components/header/key-sheet.tsx')).KeySheet);

/** Readers send keys faster than this: such keys belong to a scan and are no shortcut. */
export const aloneMs = 150;

/** `/`, `?` and Ctrl with K on all pages. `hasCounter`: whether this user has a check-in page. */
export function PageKeys({ hasCounter, release }: { hasCounter: boolean; release: Release }) {
  const router = useRouter();
  const toGym = useGymPath();
  const [isOpen, setIsOpen] = useState(false);
  const openSheet = useEffectEvent(() => setIsOpen(true));
  const search = useEffectEvent(() => {
    const box = document.querySelector<HTMLInputElement>('main input[type="search"]');
    box?.focus();
    box?.select();
    if (!box && hasCounter) leavePage(() => router.push(toGym('/')));
  });
  useEffect(() => onHelpWanted(() => openSheet()), []);
  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      clearTimeout(timer);
      const at = pressedAt(event);
      const isAlone = at - lastAt > aloneMs;
      lastAt = at;
      if (event.isComposing || event.altKey || document.querySelector('[role="dialog"]')) return;
      const isCommand = event.ctrlKey !== event.metaKey;
      if (isCommand && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return search();
      }
      if (event.ctrlKey || event.metaKey || !isAlone || isWriting(document.activeElement)) return;
      if (event.key === '/') {
        event.preventDefault();
        search();
      }
      if (event.key === '?') {
        event.preventDefault();
        timer = setTimeout(() => openSheet(), aloneMs);
      }
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', listen, { capture: true });
    };
  }, []);
  return <KeySheet isWanted={isOpen} release={release} hasCounter={hasCounter} onClose={() => setIsOpen(false)} />;
}

/** Whether a key is typed into a text. The empty search box, which has the focus by default, does not count. */
function isWriting(element: Element | null): boolean {
  if (element === null || !isTextField(element)) return false;
  return !(element instanceof HTMLInputElement && element.type === 'search' && element.value === '');
}
