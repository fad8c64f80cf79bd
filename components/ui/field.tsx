import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '#lib/class-names.ts';

const control =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-3.5 py-2 text-ink outline-offset-0 placeholder:text-ink-faint focus-visible:border-accent aria-invalid:border-2 aria-invalid:border-refused';

interface FieldTexts {
  label: string;
  hint?: string;
  /** What is wrong with the value; said at the field. */
  error?: ReactNode;
}

export function TextField({ label, hint, error, className, ...rest }: FieldTexts & ComponentProps<'input'>) {
  const field = useFieldIds(hint, error);
  return (
    <FieldFrame {...{ label, hint, error, className }} ids={field}>
      <input {...rest} {...field.control} className={cn(control, 'min-h-11')} />
    </FieldFrame>
  );
}

export function TextAreaField({ label, hint, error, className, ...rest }: FieldTexts & ComponentProps<'textarea'>) {
  const field = useFieldIds(hint, error);
  return (
    <FieldFrame {...{ label, hint, error, className }} ids={field}>
      <textarea rows={3} {...rest} {...field.control} className={control} />
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldTexts, ComponentProps<'select'> {
  options: readonly { value: string; label: string }[];
}

export function SelectField({ label, hint, error, className, options, ...rest }: SelectFieldProps) {
  const field = useFieldIds(hint, error);
  return (
    <FieldFrame {...{ label, hint, error, className }} ids={field}>
      <select {...rest} {...field.control} className={cn(control, 'min-h-11')}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

function useFieldIds(hint: string | undefined, error: ReactNode) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return {
    hintId,
    errorId,
    control: { id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined },
  };
}

function FieldFrame({
  label,
  hint,
  error,
  className,
  ids,
  children,
}: FieldTexts & { className?: string; ids: ReturnType<typeof useFieldIds>; children: ReactNode }) {
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <label htmlFor={ids.control.id} className="font-medium">
        {label}
      </label>
      {children}
      {hint && (
        <p id={ids.hintId} className="text-ink-soft text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.errorId} className="text-refused text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
