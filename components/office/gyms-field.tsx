import { useId } from 'react';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface GymsFieldProps {
  gyms: readonly { id: string; name: string }[];
  chosen: readonly string[];
  error?: string | undefined;
  onChange(chosen: string[]): void;
}

/** Chooses the gyms where a colleague works. With a single gym there is nothing to choose. */
export function GymsField({ gyms, chosen, error, onChange }: GymsFieldProps) {
  const t = useTranslations('office.staff');
  const errorId = useId();
  if (gyms.length < 2) return null;
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-medium">{t('gyms')}</legend>
      <div className="grid max-h-64 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {gyms.map(({ id, name }) => (
          <label key={id} className="flex min-h-11 min-w-0 cursor-pointer items-center gap-2.5">
            <input
              type="checkbox"
              aria-invalid={error ? true : undefined}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 break-words">{name}</span>
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
