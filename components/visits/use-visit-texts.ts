import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { MemberVisit, VisitHow } from '#lib/wire/visits.ts';
import { stayOf } from './stay.ts';

interface VisitTexts {
  /** `1:07 h`; empty where no departure is known. */
  stay(visit: MemberVisit): string;
  /** How the member came, and how they left where that differs. */
  how(visit: MemberVisit): string;
  /** Who was at the window, in and out. */
  by(visit: MemberVisit): string;
  means(how: VisitHow): string;
}

/** The parts of a visit in words. */
export function useVisitTexts(): VisitTexts {
  const t = useTranslations('visits');
  const means = (how: VisitHow) => (how === null ? '–' : t(`ways.${how}`));
  const andOut = (came: string | null, left: string | null) => {
    if (left === null || left === came) return came ?? '';
    return came === null ? t('onlyOut', { out: left }) : t('andOut', { value: came, out: left });
  };
  const nameOf = (how: VisitHow | undefined) => (how ? means(how) : null);
  return {
    means,
    stay: ({ in: came, out }) => (came && out ? t('stay', { time: stayOf(came.at, out.at) }) : ''),
    how: ({ in: came, out }) => andOut(nameOf(came?.how), nameOf(out?.how)) || '–',
    by: ({ in: came, out }) => andOut(came?.by ?? null, out?.by ?? null),
  };
}
