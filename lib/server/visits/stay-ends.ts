import 'server-only';
import { keptStates, type VisitEnd, type VisitHow, type VisitState, type VisitTrouble } from '#lib/wire/visits.ts';

export const endOf = (at: Date | null, how: VisitHow, by: string | null): VisitEnd | null =>
  at && { at: at.toISOString(), how, by };

interface States {
  inState: VisitState | 'elsewhere' | null;
  inError: string | null;
  outState: VisitState | 'elsewhere' | null;
  outError: string | null;
}

/** Why the member system does not have an arrival or a departure; what it does not accept comes first. */
export function troubleOf({ inState, inError, outState, outError }: States): VisitTrouble | null {
  const ends = [
    { state: inState, why: inError },
    { state: outState, why: outError },
  ];
  for (const state of [...keptStates, 'waiting'] as const) {
    const found = ends.find((end) => end.state === state);
    if (found) return { state, why: state === 'refused' ? found.why : null };
  }
  return null;
}
