'use client';

import { Search, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { isName } from '#lib/names/search-text.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';
import { type SearchStep, stepSearch } from './keys.ts';
import { matchId, SearchMatches } from './matches.tsx';

export interface SearchBoxProps {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  /** Members found for the text, or for its beginning until `isSettled`. */
  matches: readonly MemberSummary[];
  isSettled: boolean;
  /** The scan that the page answers now: a list opened before it gives way to the answer. */
  answered: string | null;
  onType(value: string): void;
  /** A value typed and entered. */
  onSubmit(value: string): void;
  /** A member found by what was typed. */
  onChoose(member: MemberSummary): void;
}

/** Where typing goes. It has the focus whenever nothing else has. */
export function SearchBox({ ref, value, matches, isSettled, answered, onType, onSubmit, onChoose }: SearchBoxProps) {
  const t = useTranslations('searchBox');
  // what was on the page when the list was opened; undefined while it is closed
  const [openAt, setOpenAt] = useState<string | null | undefined>(answered);
  if (openAt !== undefined && openAt !== answered) setOpenAt(undefined);
  const [activeId, setActiveId] = useState<string | null>(null);
  const hintId = useId();
  const listId = useId();
  const typed = value.trim();
  const isOpen = openAt === answered && matches.length > 0;
  const row = isOpen ? matches.findIndex(({ accountId }) => accountId === activeId) : -1;
  const active = row < 0 ? null : row;

  useEffect(() => {
    ref.current?.focus();
    const focusAgain = () => {
      if (document.activeElement === document.body) ref.current?.focus();
    };
    window.addEventListener('focus', focusAgain);
    return () => window.removeEventListener('focus', focusAgain);
  }, [ref]);

  const type = (text: string) => {
    onType(text);
    setOpenAt(answered);
    setActiveId(null);
  };
  const choose = (member: MemberSummary) => {
    type('');
    onChoose(member);
  };
  const stepOn = (key: string) =>
    stepSearch(key, { count: matches.length, isOpen, active, isName: isName(typed), isSettled });
  const follow = (step: SearchStep) => {
    switch (step.kind) {
      case 'activate':
        setOpenAt(answered);
        return setActiveId(step.index === null ? null : (matches[step.index]?.accountId ?? null));
      case 'choose': {
        const member = matches[step.index];
        return member && choose(member);
      }
      case 'submit':
        type('');
        return typed && onSubmit(typed);
      case 'close':
        return setOpenAt(undefined);
      case 'clear':
        return type('');
      case 'wait':
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const step = stepOn('Enter');
    if (step) follow(step);
  };
  const pressKey = (event: KeyboardEvent) => {
    // Enter comes as the form's submit, also from the key of a touch keyboard
    if (event.nativeEvent.isComposing || event.key === 'Enter') return;
    const step = stepOn(event.key);
    if (!step) return;
    event.preventDefault();
    follow(step);
  };
  const clear = () => {
    type('');
    ref.current?.focus();
  };

  return (
    <search className="relative block">
      <form
        onSubmit={submit}
        className="flex min-h-15 items-center gap-3.5 rounded-md border-2 border-line-strong bg-surface pr-1.5 pl-5 outline-accent-soft focus-within:border-accent focus-within:outline-3"
      >
        <Search aria-hidden className="size-6 shrink-0 text-ink-soft" />
        <input
          ref={ref}
          type="search"
          value={value}
          onChange={(event) => type(event.target.value)}
          onKeyDown={pressKey}
          onBlur={() => setOpenAt(undefined)}
          aria-label={t('label')}
          aria-describedby={hintId}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={active === null ? undefined : matchId(listId, active)}
          placeholder={t('label')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          className="min-h-11 w-0 flex-1 appearance-none bg-transparent text-xl outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
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
      <p role="status" className="sr-only">
        {isOpen && t('matchCount', { count: matches.length })}
      </p>
      {isOpen && <SearchMatches id={listId} matches={matches} active={active} onChoose={choose} />}
    </search>
  );
}
