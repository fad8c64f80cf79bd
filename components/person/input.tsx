'use client';

import type { ReactNode } from 'react';
import { DayField } from '#components/days/day-field.tsx';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { genders, membershipTypes } from '#contracts/v2/account-fields.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { memberPath } from '#lib/wire/member-path.ts';
import { type FieldProblem, type FormField, isDay, type OtherMember, tanField } from '#lib/wire/members.ts';
import { utcDayOf } from '#shared/calendar/days.ts';

interface PersonInputProps {
  field: FormField;
  value: string;
  hint?: string;
  /** The option shown while nothing is chosen. */
  whenEmpty?: string;
  problem: FieldProblem | undefined;
  onChange(value: string): void;
}

/** A field of the form. The data is about another person, so the browser's autofill is off. */
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
  };
  if (options) return <Select {...common} options={options} onChange={onChange} />;
  if (isDay(field)) {
    // the browser's clock is precise enough: it only decides the century of a two-digit year
    const max = field === 'dateOfBirth' ? utcDayOf(Date.now()) : undefined;
    return <DayField {...common} max={max} onChange={onChange} />;
  }
  return (
    <TextField
      {...common}
      type={inputType(field)}
      autoComplete="off"
      inputMode={field === tanField ? 'numeric' : undefined}
      spellCheck={false}
      autoCorrect="off"
      autoCapitalize={isName(field) ? 'words' : 'off'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const isName = (field: FormField) => field === 'firstName' || field === 'lastName';

function inputType(field: FormField): string {
  if (field === 'email') return 'email';
  return field === 'contact.phone' ? 'tel' : 'text';
}

/** The options. The current value stays available, even if it is empty or unknown to this desk. */
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

/** The message why a value was rejected, with a link to the member who already has it. */
export function useProblemText(): (problem: FieldProblem) => ReactNode {
  const t = useTranslations('profile.problems');
  return (problem) => {
    switch (problem.code) {
      case 'tooLong':
        return t('tooLong', { max: problem.max });
      case 'notAccepted':
        return t('notAccepted', { sentence: problem.sentence });
      case 'emailTaken':
      case 'membershipIdTaken':
      case 'tanTaken':
        return (
          <>
            {t(problem.code)}
            {problem.other ? (
              <>
                : <OtherLink other={problem.other} />
              </>
            ) : (
              '.'
            )}
          </>
        );
      default:
        return t(problem.code);
    }
  };
}

/** Opens in a new tab, so that the input on this page stays. */
function OtherLink({ other }: { other: OtherMember }) {
  const toGym = useGymPath();
  const t = useTranslations('profile.problems');
  return (
    <a
      href={toGym(memberPath(other.accountId))}
      target="_blank"
      rel="noreferrer"
      className="font-semibold underline underline-offset-4"
    >
      {other.displayName}
      <span className="sr-only"> {t('newTab')}</span>
    </a>
  );
}
