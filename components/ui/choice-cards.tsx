import { type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';

interface ChoiceCardsProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  /** The error message, shown below the cards. */
  error?: ReactNode;
  /** Layout classes. */
  className: string;
}

/** Radio buttons as large cards, for touch. */
export function ChoiceCards<T extends string>(props: ChoiceCardsProps<T>) {
  const { label, value, options, onChange, error, className } = props;
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
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
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(option.value)}
              className="size-4.5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 break-words">{option.label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-refused text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
