import { type RefObject, useEffect, useRef } from 'react';
import type { FieldProblems, FormField } from '#lib/wire/members.ts';

/** What is wrong still, once these fields have another value. The same object where nothing is mended. */
export function withoutMended(problems: FieldProblems, changed: readonly FormField[]): FieldProblems {
  const mended = changed.filter((field) => problems[field]);
  if (mended.length === 0) return problems;
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !mended.some((name) => name === field)));
}

/** Leads to the first mistake that an attempt has found. While mistakes are mended, the focus stays where somebody types. */
export function useFocusOnMistake(form: RefObject<HTMLFormElement | null>, problems: FieldProblems): void {
  const countBefore = useRef(0);
  useEffect(() => {
    const count = Object.keys(problems).length;
    const isMending = count < countBefore.current;
    countBefore.current = count;
    if (count === 0 || isMending) return;
    // once what was out of sight has come into it
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [form, problems]);
}
