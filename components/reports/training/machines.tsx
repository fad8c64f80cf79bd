import { useLocale } from 'next-intl';
import { NumbersTable } from '#components/reports/numbers-table.tsx';
import { ReportChart } from '#components/reports/report.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import type { UseOfMachine, UseOfMachines } from '#lib/wire/training-report.ts';
import { KnownTraining } from './known-training.tsx';
import { useTrainingNames } from './names.ts';

interface MachinesProps {
  use: UseOfMachines;
  /** The first day that the period asks for. */
  from: string;
  fileHref: PathAt;
}

/** The workouts of each machine, in the order of `uses`. */
const totalsOf = (uses: readonly UseOfMachine[]): [machine: string | null, workouts: number][] =>
  [...Map.groupBy(uses, ({ machine }) => machine)].map(([machine, ofMachine]) => [
    machine,
    ofMachine.reduce((sum, { workouts }) => sum + workouts, 0),
  ]);

/** How much each machine was used; with which training methods, in the numbers. */
export function Machines({ use, from, fileHref }: MachinesProps) {
  const t = useTranslations('trainingReport');
  const { format } = new Intl.NumberFormat(formattingTag[useLocale()]);
  const nameOf = useTrainingNames();
  const { uses, workouts, members } = use;
  const totals = totalsOf(uses);
  const [most] = totals;
  return (
    <ReportChart
      title={t('byMachine.title')}
      sentence={
        most
          ? t('byMachine.sentence', {
              count: workouts,
              members,
              machine: nameOf.machine(most[0]),
              most: most[1],
              share: Math.round((most[1] / workouts) * 100),
            })
          : t(use.days ? 'byMachine.none' : 'basis.none')
      }
      basis={<KnownTraining known={use} from={from} />}
      fileHref={fileHref}
      numbers={
        <NumbersTable
          caption={t('byMachine.title')}
          columns={[t('byMachine.machineAndMethod'), t('columns.workouts')]}
          rows={uses.map(({ machine, method, workouts: count }) => [
            `${nameOf.machine(machine)}, ${nameOf.method(method)}`,
            format(count),
          ])}
        />
      }
    >
      {most && (
        <ul aria-label={t('byMachine.title')} className="grid gap-2">
          {totals.map(([machine, count]) => (
            <li
              key={machine}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 break-inside-avoid sm:grid-cols-[12rem_minmax(0,1fr)_4rem]"
            >
              <span className="wrap-anywhere">{nameOf.machine(machine)}</span>
              <span
                aria-hidden
                className="h-3 overflow-hidden rounded-sm bg-unknown-soft max-sm:order-last max-sm:col-span-2"
              >
                <span
                  className="block h-full bg-accent"
                  style={{ width: `${(count / most[1]) * 100}%`, printColorAdjust: 'exact' }}
                />
              </span>
              <span className="text-right tabular-nums">{format(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </ReportChart>
  );
}
