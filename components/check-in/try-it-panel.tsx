'use client';

import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { DemoView } from '#lib/wire/demo.ts';
import { DemoCards } from './demo-cards.tsx';

interface TryItPanelProps {
  /** Undefined until it is loaded. */
  demo: DemoView | undefined;
  /** Shown while it loads, or where loading failed. */
  reading: ReactNode;
  isSwitching: boolean;
  onSwitch(isThere: boolean): void;
  onScan(value: string): void;
  onClose(): void;
}

/** On a wide screen part of the column; on a narrow one a bottom sheet, so that the verdict stays visible. */
export function TryItPanel({ demo, reading, isSwitching, onSwitch, onScan, onClose }: TryItPanelProps) {
  const t = useTranslations('demo');
  const common = useTranslations('common');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isAway = demo?.isPlatformAway ?? null;
  return (
    <section
      aria-labelledby="try-it"
      className="flex flex-col overflow-hidden rounded-lg border border-line-strong bg-surface max-lg:fixed max-lg:inset-x-2 max-lg:bottom-2 max-lg:z-30 max-lg:max-h-[45dvh] max-lg:shadow-xl lg:min-h-0"
    >
      <div className="flex items-center gap-2 border-line border-b py-1 pr-1.5 pl-4.5">
        <h2 id="try-it" ref={heading} tabIndex={-1} className="mr-auto font-semibold outline-none">
          {t('tryIt')}
        </h2>
        <Button look="quiet" shape="icon" aria-label={common('close')} onClick={onClose}>
          <X aria-hidden className="size-5" />
        </Button>
      </div>
      <div className="min-h-0 overflow-y-auto">
        <div className="p-4.5 empty:hidden">{reading}</div>
        {isAway !== null && (
          <div className="border-line border-b px-4.5 py-2">
            <Switch
              label={t('platformThere')}
              hint={t(isAway ? 'switchedOff' : 'switchOff')}
              isOn={!isAway}
              isDisabled={isSwitching}
              onSwitch={onSwitch}
            />
          </div>
        )}
        {demo?.sandboxUrl && (
          <p className="border-line border-b px-4.5 py-3">
            <a
              href={demo.sandboxUrl}
              target="_blank"
              rel="noreferrer"
              className="font-semibold underline underline-offset-4"
            >
              {t('watchRequests')}
              <span className="sr-only"> {t('newTab')}</span>
            </a>
          </p>
        )}
        {demo && <DemoCards cards={demo.cards} onScan={onScan} />}
      </div>
    </section>
  );
}
