'use client';

import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { TextField } from '#components/ui/field.tsx';
import { longestPin, readPinEntry } from '#lib/wire/reader/pin-entry.ts';

/** A reader that ends without Enter is over by then. */
const silenceMs = 300;
const pauseMs = 150;
const longestCard = 1_024;

interface PinFieldProps
  extends Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'error' | 'className' | 'inputMode'> {
  ref?: RefObject<HTMLInputElement | null>;
  value: string;
  onChange(value: string): void;
  /** A card was held to the reader while the field had the focus: it is no part of the PIN. */
  onCard(text: string): void;
}

/** Takes a PIN that nobody can read. Nobody listens to password fields for scans, so this one looks after them itself. */
export function PinField({ value, onChange, onCard, ...rest }: PinFieldProps) {
  /**
   * What was typed before the last pause: a reader leaves none between its keys. Times are those of the presses, never of
   * when a busy page came to hear of them.
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
      // a browser offers to keep passwords, but not these
      autoComplete="one-time-code"
      maxLength={longestCard}
      value={value}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return press(event.nativeEvent.timeStamp);
        if (readPinEntry(value, event.nativeEvent.timeStamp - run.current.startedAt) !== 'card') return;
        event.preventDefault();
        handOver(value);
      }}
    />
  );
}
