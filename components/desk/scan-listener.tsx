'use client';

import { type RefObject, useEffect, useEffectEvent } from 'react';
import { initialBurst, silentAt, stepBurst } from '#lib/scan/burst.ts';
import { handOverScan } from '#lib/scan/scan-targets.ts';
import { type FieldSnapshot, isTextField, restoreField, takeSnapshot } from './field-snapshot.ts';

export interface ScanListenerProps {
  /** Called with what a reader sent, wherever the focus was. */
  onScan(text: string): void;
  /** What a person types while no field has the focus goes here. */
  searchBox: RefObject<HTMLInputElement | null>;
}

/** A timer that comes this late was held up, and so may be the keys that came before it. */
const heldUpMs = 40;

/** Hears a reader on the whole page. What a burst did to a field before it was recognised is put back. */
export function ScanListener({ onScan, searchBox }: ScanListenerProps): null {
  const scanned = useEffectEvent(onScan);

  useEffect(() => {
    let burst = initialBurst;
    let keyId = 0;
    let snapshots = new Map<number, FieldSnapshot>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const apply = (step: ReturnType<typeof stepBurst>) => {
      burst = step.state;
      if (step.restoreTo !== null) {
        const first = snapshots.get(step.restoreTo);
        if (first) restoreField(first);
      }
      if (burst.run.length === 0 || burst.isRecognised) snapshots = new Map();
      if (step.ended?.type === 'scan' && !handOverScan(step.ended.text)) scanned(step.ended.text);
    };

    const awaitSilence = () => {
      clearTimeout(timer);
      const overAt = silentAt(burst);
      if (overAt === null) return;
      const dueInMs = Math.max(overAt - performance.now(), 0) + 1;
      const dueAt = performance.now() + dueInMs;
      timer = setTimeout(() => {
        const now = performance.now();
        if (now - dueAt > heldUpMs) {
          timer = setTimeout(endOpenBurst, heldUpMs);
          return;
        }
        endOpenBurst();
      }, dueInMs);
    };
    const endOpenBurst = () => apply(stepBurst(burst, { type: 'silence', at: performance.now() }));

    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || isPasswordField(event.target)) return;
      keyId += 1;
      const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
      const key = isCommand ? 'Command' : event.key;
      const step = stepBurst(burst, { type: 'key', id: keyId, key, at: event.timeStamp, isRepeat: event.repeat });
      const focusBefore = document.activeElement;
      apply(step);
      if (step.isSwallowed) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if ([...key].length === 1) {
        if (key !== ' ' && takesNoText(focusBefore)) searchBox.current?.focus();
        snapshots.set(keyId, takeSnapshot(document.activeElement, focusBefore));
      }
      awaitSilence();
    };

    window.addEventListener('keydown', listen, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', listen, { capture: true });
    };
  }, [searchBox]);

  return null;
}

/** A password is nobody's business, and nobody scans a card into one. */
function isPasswordField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'password';
}

/** Whether typing here would be lost. Menus, lists and dialogs have a use for letters of their own. */
function takesNoText(element: Element | null): boolean {
  if (element === null || isTextField(element)) return false;
  return element.closest('select, [role="menu"], [role="listbox"], [role="dialog"], [contenteditable="true"]') === null;
}
