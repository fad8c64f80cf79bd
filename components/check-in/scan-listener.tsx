'use client';

import { type RefObject, useEffect, useEffectEvent } from 'react';
import { oldestOpenKey, silentAt, stepBurst } from '#lib/browser/scan/burst.ts';
import { type BurstEvent, type BurstState, type BurstStep, startBurst } from '#lib/browser/scan/burst-step.ts';
import { type EarlyKey, takeEarlyKeys } from '#lib/browser/scan/early-keys.ts';
import { keepHabit, readHabit } from '#lib/browser/scan/habit-store.ts';
import { keepOpenCut, takeOpenCut } from '#lib/browser/scan/open-cut.ts';
import { pressedAt } from '#lib/browser/scan/pressed-at.ts';
import { handOverCut, handOverKey, handOverScan } from '#lib/browser/scan/scan-targets.ts';
import { personMs } from '#lib/browser/scan/whose-keys.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { type FieldSnapshot, isTextField, restoreField, setField, takeSnapshot, typeAgain } from './field-snapshot.ts';

export interface CutScan {
  /** The part that was read. */
  text: string;
  /** Ids of scans that were parts of the same card: what they recorded is voided. */
  voids: readonly number[];
}

interface ScanListenerProps {
  /** Called with each scan, wherever the focus was. `id` identifies the scan for as long as the window is open. */
  onScan(text: string, id: number): void;
  /** A card was read only in part: it has to be held to the reader again. */
  onCut(cut: CutScan): void;
  /** How the location's readers write; absent where the location is not known yet. */
  readers?: ReaderProfiles;
  /** Receives what a person types while no field is focused. */
  searchBox: RefObject<HTMLInputElement | null>;
}

const noReaders: ReaderProfiles = [];

/** A timer this late means that the page was busy, so key events may be late too. */
const heldUpMs = 40;

/** Survives navigation: a scan may begin on one page and end on the next. */
let lastBurst: BurstState | null = null;
/** Resets it, as closing the window does. */
export const forgetLastBurst = (): void => {
  lastBurst = null;
};
let keyId = 0;

/** Listens for a reader on the whole page. What a burst typed into a field before it was recognised is undone. */
export function ScanListener({ onScan, onCut, readers = noReaders, searchBox }: ScanListenerProps): null {
  const scanned = useEffectEvent(onScan);
  const cut = useEffectEvent(onCut);

  useEffect(() => {
    const began = lastBurst ?? { ...startBurst(readHabit(readers)), fragments: takeOpenCut() };
    let burst: BurstState = { ...began, habit: readHabit(readers) };
    let snapshots = new Map<number, FieldSnapshot>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const apply = (step: BurstStep) => {
      const isLearned = step.state.habit !== burst.habit;
      burst = step.state;
      lastBurst = burst;
      for (const id of step.restoreTo) restore(id);
      for (const id of step.doubted) if (snapshots.get(id)?.field === searchBox.current) restore(id);
      const oldest = oldestOpenKey(burst);
      snapshots = new Map([...snapshots].filter(([id]) => id >= oldest));
      if (step.ended?.type === 'scan' && !handOverScan(step.ended.text)) scanned(step.ended.text, step.ended.id);
      if (step.ended?.type === 'cut') {
        // a dialog took a part of a card for the whole card: clear it
        if (step.ended.voids.length > 0) handOverScan('');
        if (!handOverCut(step.ended.text)) cut(step.ended);
      }
      if (isLearned) keepHabit(burst.habit);
    };
    const restore = (id: number) => {
      const before = snapshots.get(id);
      if (before) restoreField(before);
    };
    const step = (event: BurstEvent) => {
      const taken = stepBurst(burst, event);
      apply(taken);
      return taken;
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
    const endOpenBurst = () => step({ type: 'silence', at: performance.now() });

    const press = (key: string, at: number, isRepeat: boolean) => {
      keyId += 1;
      return !step({ type: 'key', id: keyId, key, at, isRepeat }).isSwallowed;
    };

    let lastCharacterAt = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || isPasswordField(event.target)) return;
      const key = isCommand(event) ? 'Command' : event.key;
      const at = pressedAt(event);
      handOverKey(key, at);
      const focusBefore = document.activeElement;
      // a reader that separates bytes by spaces would press the focused button
      const isSeparator = key === ' ' && at - lastCharacterAt <= personMs && !(focusBefore && isTextField(focusBefore));
      if (isCharacter(key)) lastCharacterAt = at;
      if (!press(key, at, event.repeat) || isSeparator) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (isCharacter(key)) {
        if (key !== ' ' && takesNoText(focusBefore)) searchBox.current?.focus();
        snapshots.set(keyId, takeSnapshot(document.activeElement, focusBefore));
      }
      awaitSilence();
    };

    /**
     * Handles a key from before hydration. If it was typed into a field, it is there; otherwise it goes to the search
     * box.
     */
    const pressEarly = ({ key, at, isRepeat, focus, before }: EarlyKey) => {
      if (!press(key, at, isRepeat) || !isCharacter(key)) return;
      if (before !== null) snapshots.set(keyId, { ...takeSnapshot(focus, focus), value: before, selection: null });
      else if (searchBox.current && takesNoText(focus)) {
        snapshots.set(keyId, takeSnapshot(searchBox.current, focus));
        setField(searchBox.current, searchBox.current.value + key);
      }
    };

    const point = () => step({ type: 'pointer' });
    const leave = () => keepOpenCut(burst);

    window.addEventListener('keydown', listen, { capture: true });
    window.addEventListener('pointerdown', point, { capture: true });
    window.addEventListener('pagehide', leave);
    let isOver = false;
    // after the effect: within it, React would not fire `onChange` for the fields
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
      window.removeEventListener('pointerdown', point, { capture: true });
      window.removeEventListener('pagehide', leave);
    };
  }, [searchBox, readers]);

  return null;
}

const isCommand = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');

const isCharacter = (key: string) => [...key].length === 1;

/** Passwords are not monitored, and no card is scanned into a password field. */
function isPasswordField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'password';
}

/** Whether typing on this element would be lost. Menus, lists and dialogs use letters themselves. */
function takesNoText(element: Element | null): boolean {
  if (element === null || isTextField(element)) return false;
  return element.closest('select, [role="menu"], [role="listbox"], [role="dialog"], [contenteditable="true"]') === null;
}
