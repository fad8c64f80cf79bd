import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { memberPath } from '#lib/wire/member-path.ts';
import type { FieldProblem, OtherMember } from '#lib/wire/members.ts';

/** Says why a value was not taken and, where somebody else has it, who that is. */
export function useProblemText(): (problem: FieldProblem) => ReactNode {
  const t = useTranslations('profile.problems');
  return (problem) => {
    switch (problem.code) {
      case 'tooLong':
        return t('tooLong', { max: String(problem.max) });
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

/** Opens beside this page, so that what was entered here stays. */
function OtherLink({ other }: { other: OtherMember }) {
  const t = useTranslations('profile.problems');
  return (
    <a
      href={memberPath(other.accountId)}
      target="_blank"
      rel="noreferrer"
      className="font-semibold underline underline-offset-4"
    >
      {other.displayName}
      <span className="sr-only"> {t('newTab')}</span>
    </a>
  );
}
