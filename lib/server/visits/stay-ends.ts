import 'server-only';
import type { VisitEnd, VisitHow } from '#lib/wire/visits.ts';

export const endOf = (at: Date | null, how: VisitHow, by: string | null): VisitEnd | null =>
  at && { at: at.toISOString(), how, by };
