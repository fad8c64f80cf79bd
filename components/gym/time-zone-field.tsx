import { memo, useId } from 'react';
import { TextField } from '#components/ui/field.tsx';

interface TimeZoneFieldProps {
  name: string;
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onChange(event: { target: { value: string } }): void;
}

/** The name of a time zone, with suggestions while it is typed. */
export function TimeZoneField(field: TimeZoneFieldProps) {
  const listId = useId();
  return (
    <div className="min-w-0">
      <TextField {...field} list={listId} autoComplete="off" spellCheck={false} />
      <TimeZones id={listId} />
    </div>
  );
}

/** Hundreds of options: rendered once, and not at each key. */
const TimeZones = memo(({ id }: { id: string }) => (
  <datalist id={id}>
    {Intl.supportedValuesOf('timeZone').map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
));
