'use client';

import { type RefObject, useEffect, useEffectEvent } from 'react';
import { initialBurst, silentAt, stepBurst } from '#lib/scan/burst.ts';
import { type EarlyKey, takeEarlyKeys } from '#lib/scan/early-keys.ts';
import { handOverScan } from '#lib/scan/scan-targets.ts';
import { type FieldSnapshot, isTextField, restoreField, setField, takeSnapshot, typeAgain } from './field-snapshot.ts';

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

    const press = (key: string, at: number, isRepeat: boolean) => {
      keyId += 1;
      const step = stepBurst(burst, { type: 'key', id: keyId, key, at, isRepeat });
      apply(step);
      return !step.isSwallowed;
    };

    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || isPasswordField(event.target)) return;
      const key = isCommand(event) ? 'Command' : event.key;
      const focusBefore = document.activeElement;
      if (!press(key, event.timeStamp, event.repeat)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (isCharacter(key)) {
        if (key !== ' ' && takesNoText(focusBefore)) searchBox.current?.focus();
        snapshots.set(keyId, takeSnapshot(document.activeElement, focusBefore));
      }
      awaitSilence();
    };

    /** What had a field to go to is in it by now, the rest is typed where it would go. */
    const pressEarly = ({ key, at, isRepeat, focus, before }: EarlyKey) => {
      if (!press(key, at, isRepeat) || !isCharacter(key)) return;
      if (before !== null) snapshots.set(keyId, { ...takeSnapshot(focus, focus), value: before, selection: null });
      else if (searchBox.current && takesNoText(focus)) {
        snapshots.set(keyId, takeSnapshot(searchBox.current, focus));
        setField(searchBox.current, searchBox.current.value + key);
      }
    };

    window.addEventListener('keydown', listen, { capture: true });
    let isOver = false;
    // right after the effect, within which React would not hear what is typed into its fields
    queueMicrotask(() => {
      if (isOver) return;
      const early = takeEarlyKeys();
      const lastOfField = new Map(early.map((key) => [key.focus, key]));
      for (const [field, { after }] of lastOfField) if (after !== null) typeAgain(field, after);
      for (const key of early) pressEarly(key);
      awaitSilence();
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('keydown', listen, { capture: true });
    };
  }, [searchBox]);

  return null;
}

const isCommand = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');

const isCharacter = (key: string) => [...key].length === 1;

/** A password is nobody's business, and nobody scans a card into one. */
function isPasswordField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'password';
}

/** Whether typing here would be lost. Menus, lists and dialogs have a use for letters of their own. */
function takesNoText(element: Element | null): boolean {
  if (element === null || isTextField(element)) return false;
  return element.closest('select, [role="menu"], [role="listbox"], [role="dialog"], [contenteditable="true"]') === null;
}
