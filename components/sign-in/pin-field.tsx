'use client';

import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { TextField } from '#components/ui/field.tsx';
import { pressedAt } from '#lib/browser/scan/pressed-at.ts';
import { longestPin, readPinEntry } from '#lib/wire/reader/pin-entry.ts';

/** After this pause, a reader that sends no Enter has finished. */
const silenceMs = 300;
const pauseMs = 150;
const longestCard = 1_024;

interface PinFieldProps
  extends Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'error' | 'className' | 'inputMode'> {
  ref?: RefObject<HTMLInputElement | null>;
  value: string;
  onChange(value: string): void;
  /** A card was scanned while the field was focused: it is not part of the PIN. */
  onCard(text: string): void;
}

/** A PIN field with hidden text. The scan listener ignores password fields, so this field recognises scans itself. */
export function PinField({ value, onChange, onCard, ...rest }: PinFieldProps) {
  /**
   * The text before the last pause: a reader makes no pause between its keys. Times are those of the key presses
   * (`pressedAt`), not those at which a busy page receives them.
   */
  const run = useRef({ before: '', startedAt: 0, lastAt: Number.NEGATIVE_INFINITY });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const handOver = (text: string) => {
    clearTimeout(timer.current);
    const { before } = run.current;
    const isAfter = before !== '' && text.startsWith(before);
    onChange(isAfter ? before : '');
    onCard(isAfter ? text.slice(before.length) : text);
  };
  const press = (at: number) => {
    if (at - run.current.lastAt > pauseMs) run.current = { before: value, startedAt: at, lastAt: at };
    run.current.lastAt = at;
  };
  const type = (text: string) => {
    clearTimeout(timer.current);
    onChange(text);
    const isPin = /^[0-9]*$/.test(text) && text.length <= longestPin;
    if (isPin) return;
    timer.current = setTimeout(() => {
      if (readPinEntry(text, Number.POSITIVE_INFINITY) === 'card') handOver(text);
      else onChange(text.replace(/[^0-9]/g, ''));
    }, silenceMs);
  };
  return (
    <TextField
      {...rest}
      type="password"
      inputMode={rest.inputMode ?? 'numeric'}
      // with this value, browsers do not offer to store the PIN as a password
      autoComplete="one-time-code"
      maxLength={longestCard}
      value={value}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return press(pressedAt(event.nativeEvent));
        if (readPinEntry(value, pressedAt(event.nativeEvent) - run.current.startedAt) !== 'card') return;
        event.preventDefault();
        handOver(value);
      }}
    />
  );
}
