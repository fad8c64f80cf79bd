'use client';

import { Search, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, type RefObject, useEffect, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';

export interface SearchBoxProps {
  ref: RefObject<HTMLInputElement | null>;
  /** A value typed and entered. */
  onSubmit(value: string): void;
}

/** Where typing goes. It has the focus whenever nothing else has. */
export function SearchBox({ ref, onSubmit }: SearchBoxProps) {
  const t = useTranslations('searchBox');
  const [value, setValue] = useState('');
  const hintId = useId();

  useEffect(() => {
    ref.current?.focus();
    const focusAgain = () => {
      if (document.activeElement === document.body) ref.current?.focus();
    };
    window.addEventListener('focus', focusAgain);
    return () => window.removeEventListener('focus', focusAgain);
  }, [ref]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = value.trim();
    setValue('');
    if (entered !== '') onSubmit(entered);
  };
  const clear = () => {
    setValue('');
    ref.current?.focus();
  };

  return (
    <search>
      <form
        onSubmit={submit}
        className="flex min-h-15 items-center gap-3.5 rounded-md border-2 border-line-strong bg-surface pr-1.5 pl-5 outline-accent-soft focus-within:border-accent focus-within:outline-3"
      >
        <Search aria-hidden className="size-6 shrink-0 text-ink-soft" />
        <input
          ref={ref}
          type="search"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setValue('')}
          aria-label={t('label')}
          aria-describedby={hintId}
          placeholder={t('label')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          className="min-h-11 min-w-0 flex-1 appearance-none bg-transparent text-xl outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
        />
        <span id={hintId} className="hidden pr-3 text-ink-faint text-xs xl:block">
          {t('hint')}
        </span>
        {value !== '' && (
          <Button look="quiet" shape="icon" aria-label={t('clear')} onClick={clear}>
            <X aria-hidden className="size-5" />
          </Button>
        )}
      </form>
    </search>
  );
}
