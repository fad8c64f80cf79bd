'use client';

import { Search, X } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { isFocusFree } from '#components/ui/focus-place.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { SearchMatches } from './matches.tsx';
import { type MemberPickerOptions, useMemberPicker } from './use-member-picker.ts';

export interface SearchBoxProps extends MemberPickerOptions {
  ref: RefObject<HTMLInputElement | null>;
  timeZone: string;
}

/** The search box. It has the focus whenever no other element has. */
export function SearchBox({ ref, timeZone, ...options }: SearchBoxProps) {
  const t = useTranslations('searchBox');
  const { type, press, input, isOpen, list } = useMemberPicker(options);
  const hintId = useId();

  useEffect(() => {
    ref.current?.focus();
    const focusAgain = () => {
      if (isFocusFree()) ref.current?.focus();
    };
    window.addEventListener('focus', focusAgain);
    return () => window.removeEventListener('focus', focusAgain);
  }, [ref]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    press('Enter');
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
          {...input}
          ref={ref}
          type="search"
          dir="auto"
          onChange={(event) => type(event.target.value)}
          aria-label={t('label')}
          aria-describedby={hintId}
          placeholder={t('label')}
          className="min-h-11 w-0 flex-1 appearance-none bg-transparent text-xl outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
        />
        <span id={hintId} className="hidden pr-3 text-ink-faint text-xs xl:block">
          {t('hint')}
        </span>
        {input.value !== '' && (
          <Button look="quiet" shape="icon" aria-label={t('clear')} onClick={clear}>
            <X aria-hidden className="size-5" />
          </Button>
        )}
      </form>
      <p role="status" className="sr-only">
        {isOpen &&
          (list.isNobody
            ? t(list.isWhole ? 'nobody' : 'notRead')
            : t('matchCount', { count: list.matches.length + list.more }))}
      </p>
      {isOpen && (
        <SearchMatches {...list} timeZone={timeZone} className="absolute inset-x-0 top-full z-30 mt-2 shadow-lg" />
      )}
    </search>
  );
}
