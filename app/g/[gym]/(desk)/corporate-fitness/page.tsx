import type { Metadata } from 'next';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { dayRangeInput, quickRangesOn } from '#lib/wire/corporate-fitness.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { CorporateFitnessScreen } from './_components/corporate-fitness-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('pages'))('corporateFitness'),
});

export default async function CorporateFitnessPage({ params, searchParams }: PageProps<'/g/[gym]/corporate-fitness'>) {
  const { desk, actor } = await openPage('readMembers', params);
  const { id, timeZone } = actor.location;
  const quickRanges = quickRangesOn(dayOf(desk.clock(), timeZone));
  const asked = dayRangeInput.safeParse(await searchParams);
  return (
    <CorporateFitnessScreen
      key={id}
      locationId={id}
      timeZone={timeZone}
      range={asked.data ?? quickRanges.thisMonth}
      quickRanges={quickRanges}
    />
  );
}
