'use client';

import { LinkButton } from '#components/ui/link-button.tsx';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';

interface ChoicesProps<Choice> {
  label: string;
  /** Of the report, below the gym. */
  path: string;
  choices: readonly { name: string; choice: Choice }[];
  chosen: Choice;
}

const searchOf = (choice: object) =>
  new URLSearchParams(Object.entries(choice).map(([name, value]) => [name, String(value)])).toString();

/** Links to the report with another choice, in the place where the reader is. */
export function Choices<Choice extends object>({ label, path, choices, chosen }: ChoicesProps<Choice>) {
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
            href={toGym(`${path}?${searchOf(choice)}`)}
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
