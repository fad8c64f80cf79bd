'use client';

import { Search, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { MemberSummary } from '#lib/desk/verdict/verdict.ts';
import { SearchMatches } from './search-matches.tsx';

export interface SearchBoxProps {
  ref: RefObject<HTMLInputElement | null>;
  /** A value typed and entered. */
  onSubmit(value: string): void;
  /** Enter in the empty box: the verdict on the screen is meant. */
  onSubmitEmpty?(): void;
  /** Called with what stands in the box, at every change. */
  onChange?(value: string): void;
  /** Members found for what stands in the box; undefined where nothing was searched for. */
  matches?: readonly MemberSummary[];
  onChoose?(member: MemberSummary): void;
}

export function SearchBox({ ref, onSubmit, onSubmitEmpty, onChange, matches, onChoose }: SearchBoxProps) {
  const t = useTranslations('searchBox');
  const [value, setValue] = useState('');
  const hintId = useId();
  const matchList = useRef<HTMLUListElement>(null);

  useEffect(() => {
    ref.current?.focus();
    const focusAgain = () => {
      if (document.activeElement === document.body) ref.current?.focus();
    };
    window.addEventListener('focus', focusAgain);
    return () => window.removeEventListener('focus', focusAgain);
  }, [ref]);

  const change = (next: string) => {
    setValue(next);
    onChange?.(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = value.trim();
    change('');
    if (entered === '') onSubmitEmpty?.();
    else onSubmit(entered);
  };
  const clear = () => {
    change('');
    ref.current?.focus();
  };
  const choose = (member: MemberSummary) => {
    clear();
    onChoose?.(member);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') change('');
    if (event.key !== 'ArrowDown' || !matches?.length) return;
    event.preventDefault();
    matchList.current?.querySelector('button')?.focus();
  };

  return (
    <search className="relative">
      <form
        onSubmit={submit}
        className="flex min-h-15 items-center gap-3.5 rounded-md border-2 border-line-strong bg-surface pr-1.5 pl-5 outline-accent-soft focus-within:border-accent focus-within:outline-3"
      >
        <Search aria-hidden className="size-6 shrink-0 text-ink-soft" />
        <input
          ref={ref}
          type="search"
          value={value}
          onChange={(event) => change(event.target.value)}
          onKeyDown={pressKey}
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
      {matches && value !== '' && (
        <SearchMatches ref={matchList} matches={matches} onChoose={choose} onLeave={() => ref.current?.focus()} />
      )}
    </search>
  );
}
