import { useId } from 'react';
import { cn } from './class-names.ts';

interface ChoiceCardsProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  /** Layout classes. */
  className: string;
}

/** Radio buttons as large cards, for touch. */
export function ChoiceCards<T extends string>({ label, value, options, onChange, className }: ChoiceCardsProps<T>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className={cn('gap-2', className)}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 min-w-0 cursor-pointer items-center gap-2.5 rounded-md border border-line bg-surface px-3 py-1.5 leading-tight hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-4.5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 break-words">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
