import type { DemoCard } from './demo-cards.ts';

/** What a location of a demo has to try. */
export interface DemoView {
  cards: readonly DemoCard[];
  /** Whether its platform was taken away; null where this desk cannot do that. */
  isPlatformAway: boolean | null;
}
