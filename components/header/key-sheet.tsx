'use client';

import { Fragment } from 'react';
import { useAltName, useCommandName } from '#components/ui/alt-shortcut.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Release } from '#lib/wire/release.ts';

export interface KeySheetProps {
  release: Release;
  /** Whether the user may open the check-in page. */
  hasCounter: boolean;
  onClose(): void;
}

/** The help: keyboard shortcuts, and how to work without them. */
export function KeySheet({ release, hasCounter, onClose }: KeySheetProps) {
  const t = useTranslations('help');
  const common = useTranslations('common');
  const alt = useAltName();
  const command = useCommandName(t('control'));
  const groups = [
    {
      name: 'everywhere',
      keys: [
        ['search', ['/', `${command} K`]],
        ['help', ['?']],
        ['close', ['Esc']],
      ],
    },
    {
      name: 'counter',
      keys: [
        ['undo', [`${alt} R`]],
        ['checkIn', [`${alt} C`]],
        ['checkOut', [`${alt} O`]],
        ['profile', [`${alt} P`]],
        ['choose', ['↑ ↓', '↵']],
      ],
    },
  ] as const;
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('title')} description={t('text')} closeLabel={common('close')}>
      {groups.map(({ name, keys }) =>
        name === 'counter' && !hasCounter ? null : (
          <section key={name} aria-label={t(name)}>
            <h3 className="font-semibold text-ink-soft text-sm">{t(name)}</h3>
            <dl className="mt-1 grid grid-cols-[1fr_auto]">
              {keys.map(([what, combinations]) => (
                <Fragment key={what}>
                  <dt className="border-line border-t py-2 pr-4">{t(`keys.${what}`)}</dt>
                  <dd className="flex items-center justify-end gap-1.5 border-line border-t">
                    {combinations.map((combination) => (
                      <kbd
                        key={combination}
                        className="rounded-sm border border-line-strong px-2 py-0.5 font-medium font-sans text-sm"
                      >
                        {combination}
                      </kbd>
                    ))}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ),
      )}
      <p className="text-sm">
        {t('version', { number: release.number })}
        <span className="ml-2 text-ink-soft">{t('build', { build: release.build })}</span>
      </p>
    </Dialog>
  );
}
