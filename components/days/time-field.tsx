'use client';

import { useState } from 'react';
import { type FieldTexts, TextField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { readTypedTime } from './typed-time.ts';

interface TimeFieldProps extends FieldTexts {
  name?: string;
  /** A 24-hour time, `HH:mm`; empty; or typed text that is no time. */
  value: string;
  onChange(value: string): void;
  className?: string;
}

/** A typed time of day: `22:30`, `2230`, `22.30` or `22`. */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const t = useTranslations('timeField');
  // text stays unformatted while it is typed, even if it is a valid time
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
