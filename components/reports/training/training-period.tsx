import { ReportPeriod } from '#components/reports/period.tsx';
import { type AskedPeriod, quickPeriodsOn } from '#lib/wire/reports.ts';
import type { DueChoice } from '#lib/wire/training-report.ts';

interface TrainingPeriodProps {
  asked: AskedPeriod;
  /** Stays as it is with another period. */
  choice: DueChoice;
  /** The location's today. */
  today: string;
}

const quick = ['last4Weeks', 'last12Weeks', 'last12Months'] as const;

/** The period of the use of machines. */
export function TrainingPeriod({ asked, choice, today }: TrainingPeriodProps) {
  const periods = quickPeriodsOn(today);
  return (
    <ReportPeriod
      path="/reports/training"
      asked={asked}
      quick={quick.map((name) => ({ name, period: periods[name] }))}
      today={today}
      kept={{ weeks: String(choice.weeks) }}
    />
  );
}
