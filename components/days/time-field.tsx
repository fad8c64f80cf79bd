'use client';

import { useState } from 'react';
import { type FieldTexts, TextField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { readTypedTime } from './typed-time.ts';

interface TimeFieldProps extends FieldTexts {
  name?: string;
  /** A time of 24 hours, `HH:mm`; empty; or what was typed and is no time. */
  value: string;
  onChange(value: string): void;
  className?: string;
}

/** A time of the day, typed: `22:30`, `2230`, `22.30` or `22`. */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const t = useTranslations('timeField');
  // what is being typed stays as it is, also where it is a time already
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...field}
      autoComplete="off"
      spellCheck={false}
      placeholder={t('pattern')}
      inputClassName="tabular-nums"
      value={typed ?? value}
      onChange={({ target: { value: text } }) => {
        setTyped(text);
        onChange(readTypedTime(text) ?? text.trim());
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
