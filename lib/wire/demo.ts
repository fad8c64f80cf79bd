import type { DemoCard } from './demo-cards.ts';

/** The demo cards and the state of a demo location. */
export interface DemoView {
  cards: readonly DemoCard[];
  /** Whether the simulated outage of its platform is on; null where this desk cannot simulate one. */
  isPlatformAway: boolean | null;
}
