import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type CorporateStatement, isUnknownMonth } from '#lib/wire/corporate-statement.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import { AdmissionsOfMonth } from './admissions-of-month.tsx';
import { RefusalsOfMonth } from './refusals-of-month.tsx';
import { SignatureLine } from './signature-line.tsx';
import { StatementExceptions } from './statement-exceptions.tsx';
import { UnknownMonth } from './unknown-month.tsx';

interface StatementOfMonthProps {
  statement: CorporateStatement;
  /** The name of the gym that signs. */
  gym: string;
  /** Null without the permission, as the next ones. */
  fileHref: PathAt | null;
  membersPath: string | null;
  outboxPath: string | null;
}

/** A statement as it is shown, printed and signed. */
export function StatementOfMonth({ statement, gym, fileHref, membersPath, outboxPath }: StatementOfMonthProps) {
  const t = useTranslations('corporateStatement');
  const { timeZone, refusals, exceptions } = statement;
  if (isUnknownMonth(statement)) return <UnknownMonth statement={statement} />;
  return (
    <>
      <SectionBoundary title={t('admissions')} isOfPage>
        <AdmissionsOfMonth statement={statement} fileHref={fileHref} />
      </SectionBoundary>
      <SectionBoundary title={t('refusals')} isOfPage>
        <RefusalsOfMonth refusals={refusals} />
      </SectionBoundary>
      <SectionBoundary title={t('exceptions')} isOfPage>
        <StatementExceptions
          exceptions={exceptions}
          timeZone={timeZone}
          membersPath={membersPath}
          outboxPath={outboxPath}
        />
      </SectionBoundary>
      <SignatureLine gym={gym} />
    </>
  );
}
