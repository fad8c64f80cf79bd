'use client';

import { useQuery } from '@tanstack/react-query';
import { TodayCurve } from '#components/reports/today-curve.tsx';
import { dayCurveQuery } from '#lib/browser/queries/report-queries.ts';
import { pathAt } from '#lib/wire/path-at.ts';

/** Today beside the usual curve, read again every minute. */
export function TodayScreen({ locationId, capacity }: { locationId: string; capacity: number | null }) {
  const { data } = useQuery(dayCurveQuery(locationId));
  if (!data) return null;
  return <TodayCurve curve={data} capacity={capacity} fileHref={pathAt(locationId, '/api/desk/reports/today/file')} />;
}
