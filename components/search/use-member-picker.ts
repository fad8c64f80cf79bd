import { type KeyboardEvent, useId, useState } from 'react';
import type { MemberMatch, MemberMatches } from '#lib/wire/directory.ts';
import { isName } from '#lib/wire/names/search-text.ts';
import { type SearchStep, stepSearch } from './keys.ts';

/** The search result for the typed text. */
export interface MemberSearch extends MemberMatches {
  /**
   * Whether the search of the whole text has ended, successfully or not; until then the matches are those of a prefix.
   */
  isSettled: boolean;
  /** Whether it succeeded. */
  isKnown: boolean;
}

/** An additional row below the matches, or in place of them. */
export interface PickerOffer {
  text: string;
  onChoose(): void;
}

export interface MemberPickerOptions {
  value: string;
  search: MemberSearch;
  /** Offered where more members match than are shown. */
  more?: ((text: string) => PickerOffer) | undefined;
  /** Offered where no member matches. */
  nobody?: PickerOffer | undefined;
  /** Identifies the verdict on the page: a new one closes the list. */
  answered?: string | null;
  onType(value: string): void;
  /** Called with a submitted text that names no row. */
  onSubmit?(text: string): void;
  onChoose(member: MemberMatch): void;
}

/** The combobox behaviour of every member search. `SearchMatches` renders its list. */
export function useMemberPicker(options: MemberPickerOptions) {
  const { value, search, more, nobody, answered = null, onType, onSubmit, onChoose } = options;
  const { matches, total, isExact, isWhole, isSettled, isKnown } = search;
  // the value of `answered` when the list was opened; undefined while it is closed
  const [openAt, setOpenAt] = useState<string | null | undefined>(answered);
  if (openAt !== undefined && openAt !== answered) setOpenAt(undefined);
  const [activeId, setActiveId] = useState<string | null>(null);
  const listId = useId();
  const typed = value.trim();
  const isNobody = matches.length === 0 && isKnown && isName(typed);
  const offer = isNobody ? nobody : total > matches.length ? more?.(typed) : undefined;
  const rows = [...matches.map(({ accountId }) => accountId), ...(offer ? ['offer'] : [])];
  const isOpen = openAt === answered && rows.length > 0;
  const row = isOpen && activeId !== null ? rows.indexOf(activeId) : -1;
  const active = row < 0 ? null : row;

  const type = (text: string) => {
    onType(text);
    setOpenAt(answered);
    setActiveId(null);
  };
  const choose = (index: number) => {
    const member = matches[index];
    type('');
    if (member) onChoose(member);
    else offer?.onChoose();
  };
  const follow = (step: SearchStep) => {
    switch (step.kind) {
      case 'activate':
        setOpenAt(answered);
        return setActiveId(step.index === null ? null : (rows[step.index] ?? null));
      case 'choose':
        return choose(step.index);
      case 'submit':
        if (!onSubmit) return;
        type('');
        return typed && onSubmit(typed);
      case 'close':
        return setOpenAt(undefined);
      case 'clear':
        return type('');
      case 'wait':
        return;
      default:
        step satisfies never;
    }
  };
  /** @returns whether the key was handled */
  const press = (key: string): boolean => {
    const hasMatches = matches.length > 0;
    const state = { isOpen, active, isName: isName(typed), isSettled, isExact, hasMatches, count: rows.length };
    const step = stepSearch(key, state);
    if (step) follow(step);
    return step !== null;
  };
  const optionId = active === null ? undefined : `${listId}-${active}`;

  return {
    type,
    press,
    isOpen,
    /** Props of the input. */
    input: {
      value,
      onBlur: () => setOpenAt(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        // Enter arrives as the form's submit event, also from a touch keyboard
        if (event.nativeEvent.isComposing || event.key === 'Enter') return;
        if (press(event.key)) event.preventDefault();
      },
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': optionId,
      autoComplete: 'off',
      autoCapitalize: 'off',
      autoCorrect: 'off',
      spellCheck: false,
      enterKeyHint: 'search',
    } as const,
    /** Props of the list, while it is open. */
    list: {
      id: listId,
      matches,
      active,
      offer,
      isNobody,
      isWhole,
      more: Math.max(0, total - matches.length),
      onChoose: choose,
    },
  };
}
