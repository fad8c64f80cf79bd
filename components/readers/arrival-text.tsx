import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Arrival } from '#lib/browser/scan/arrival.ts';
import type { Unreadable } from '#lib/wire/reader/identify.ts';
import { misreadingLayout } from '#lib/wire/reader/keyboard-layout.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { useShownText } from './use-shown-text.ts';

/** Why the received text is not a complete text of a reader; empty if it is one. */
export function ArrivalProblem({ arrival, profiles }: { arrival: Arrival | null; profiles: ReaderProfiles }) {
  const text = useProblemText(profiles);
  return <Problem>{arrival && text(arrival)}</Problem>;
}

function useProblemText(profiles: ReaderProfiles): (arrival: Arrival) => string | null {
  const t = useTranslations('readers');
  const shown = useShownText(profiles);
  const ofLayout = useLayoutText();
  return (arrival) => {
    if (arrival.kind === 'whole') return null;
    const layout = misreadingLayout(arrival.text);
    if (layout !== null) return ofLayout(layout);
    const text = shown(arrival.text);
    if (arrival.kind === 'cut') return t('cut', { text });
    return t(arrival.isSlow ? 'tooSlow' : 'noNumber', { text });
  };
}

function useLayoutText(): (layout: string) => string {
  const t = useTranslations('readers');
  return (layout) => t(layout.includes('Shift') ? 'shift' : 'layout', { layout });
}

/** Why a text is not the number of a card. */
export function useUnreadableText(): (unreadable: Unreadable) => string {
  const ofLayout = useLayoutText();
  const reasons = useTranslations('reasons.unreadable');
  return (unreadable) =>
    unreadable.reason === 'keyboardLayout' ? ofLayout(unreadable.layout) : reasons(unreadable.reason);
}
