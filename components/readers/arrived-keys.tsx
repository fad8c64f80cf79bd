import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { EndKey } from '#lib/wire/reader/reader-habit.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { useShownText } from './use-shown-text.ts';

const signs: Record<EndKey, string> = { enter: 'Enter', tab: 'Tab', none: '–' };

interface ArrivedKeysProps {
  text: string;
  endKey: EndKey;
  /** By which the text is read: of a pass only the ending is shown. */
  profiles: ReaderProfiles;
}

/** What a reader sent, key by key. */
export function ArrivedKeys({ text, endKey, profiles }: ArrivedKeysProps) {
  const t = useTranslations('readers');
  const shown = useShownText(profiles)(text);
  return (
    <div className="grid gap-1.5">
      <p className="sr-only">{`${t('arrived', { text: shown })}, ${t(`then.${endKey}`)}`}</p>
      <p aria-hidden className="flex flex-wrap gap-1 font-semibold text-lg tabular-nums">
        {[...shown].map((character, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the characters of one text never move
          <kbd key={index} className="grid h-9 min-w-7 place-items-center rounded-md border border-line-strong px-1">
            {character === ' ' ? '␣' : character}
          </kbd>
        ))}
        <kbd className="grid h-9 place-items-center rounded-md border border-accent bg-accent-soft px-2 text-base text-accent">
          {signs[endKey]}
        </kbd>
      </p>
      <p aria-hidden className="text-ink-soft text-sm">
        {`${t('characters', { count: [...text].length })}, ${t(`then.${endKey}`)}`}
      </p>
    </div>
  );
}
