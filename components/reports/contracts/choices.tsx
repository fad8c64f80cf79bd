'use client';

import { LinkButton } from '#components/ui/link-button.tsx';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import type { ContractsChoice } from '#lib/wire/contracts.ts';

interface ChoicesProps {
  label: string;
  choices: readonly { name: string; choice: ContractsChoice }[];
  chosen: ContractsChoice;
}

const searchOf = ({ within, visits }: ContractsChoice) =>
  new URLSearchParams({ within: String(within), visits: String(visits) }).toString();

/** Links to the report with another choice, in the place where the reader is. */
export function Choices({ label, choices, chosen }: ChoicesProps) {
  const toGym = useGymPath();
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-2 print:hidden">
      <span aria-hidden className="mr-1 text-ink-soft">
        {label}
      </span>
      {choices.map(({ name, choice }) => {
        const isShown = searchOf(choice) === searchOf(chosen);
        return (
          <LinkButton
            key={name}
            href={toGym(`/reports/contracts?${searchOf(choice)}`)}
            scroll={false}
            aria-current={isShown ? 'true' : undefined}
            className={isShown ? 'border-accent bg-accent-soft text-accent' : undefined}
          >
            {name}
          </LinkButton>
        );
      })}
    </nav>
  );
}
