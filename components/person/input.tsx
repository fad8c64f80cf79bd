'use client';

import { useTranslations } from 'next-intl';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { SelectField, TextField } from '#components/ui/field.tsx';
import { genders, membershipTypes } from '#contracts/v2/account-fields.ts';
import { type FieldProblem, type FormField, isDay, tanField } from '#lib/wire/members.ts';
import { useProblemText } from './field-problem.tsx';

interface PersonInputProps {
  field: FormField;
  value: string;
  hint?: string;
  /** What stands in a choice while nothing is chosen. */
  whenEmpty?: string;
  problem: FieldProblem | undefined;
  onChange(value: string): void;
}

/** One field of the form. The data is somebody else's: the browser is not to offer its owner's. */
export function PersonInput({ field, value, hint, whenEmpty, problem, onChange }: PersonInputProps) {
  const t = useTranslations('profile');
  const problemText = useProblemText();
  const options = useOptions(field, value, whenEmpty);
  const common = {
    name: field,
    label: t(`fields.${field}`),
    hint,
    error: problem && problemText(problem),
    value,
    autoComplete: 'off',
  };
  if (options) {
    return <SelectField {...common} options={options} onChange={(event) => onChange(event.target.value)} />;
  }
  return (
    <TextField
      {...common}
      type={inputType(field)}
      inputMode={field === tanField ? 'numeric' : undefined}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function inputType(field: FormField): string {
  if (isDay(field)) return 'date';
  if (field === 'email') return 'email';
  return field === 'contact.phone' ? 'tel' : 'text';
}

/** What can be chosen: what stands there now stays possible, also where it is nothing or unknown to this desk. */
function useOptions(field: FormField, value: string, whenEmpty?: string): { value: string; label: string }[] | null {
  const t = useTranslations('profile');
  const nameType = useMembershipType();
  const withCurrent = (options: { value: string; label: string }[]) => {
    if (options.some((option) => option.value === value)) return options;
    return [{ value, label: value === '' ? (whenEmpty ?? t('notKnown')) : value }, ...options];
  };
  switch (field) {
    case 'gender':
      return withCurrent(genders.map((gender) => ({ value: gender, label: t(`genders.${gender}`) })));
    case 'membership.membershipType':
      return withCurrent(membershipTypes.map((type) => ({ value: type, label: nameType(type) ?? type })));
    default:
      return null;
  }
}
