import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';

export const control =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-3.5 py-2 text-ink outline-offset-0 placeholder:text-ink-faint focus-visible:border-accent aria-invalid:border-2 aria-invalid:border-refused';

export interface FieldTexts {
  label: string;
  hint?: string;
  /** The error message, shown at the field. */
  error?: ReactNode;
}

interface TextFieldProps extends FieldTexts, ComponentProps<'input'> {
  /** Overlays the end of the input. */
  children?: ReactNode;
  inputClassName?: string;
}

export function TextField({ label, hint, error, className, inputClassName, children, ...rest }: TextFieldProps) {
  const field = useFieldIds(hint, error);
  const input = <input dir="auto" {...rest} {...field.control} className={cn(control, 'min-h-11', inputClassName)} />;
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className} ids={field}>
      {children ? (
        <div className="relative grid">
          {input}
          {children}
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

export function TextAreaField({ label, hint, error, className, ...rest }: FieldTexts & ComponentProps<'textarea'>) {
  const field = useFieldIds(hint, error);
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className} ids={field}>
      <textarea rows={3} dir="auto" {...rest} {...field.control} className={control} />
    </FieldFrame>
  );
}

export function useFieldIds(hint: string | undefined, error: ReactNode) {
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

export function FieldFrame({
  label,
  hint,
  error,
  className,
  isLabelHidden,
  ids,
  children,
}: FieldTexts & {
  className?: string;
  isLabelHidden?: boolean;
  ids: ReturnType<typeof useFieldIds>;
  children: ReactNode;
}) {
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <label htmlFor={ids.control.id} className={isLabelHidden ? 'sr-only' : 'font-medium'}>
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
