import type { DemoCard } from './demo-cards.ts';

/** The demo cards and the state of a demo location. */
export interface DemoView {
  cards: readonly DemoCard[];
  /** Whether the simulated outage of its platform is on; null where this desk cannot simulate one. */
  isPlatformAway: boolean | null;
  /** The pages of the sandbox, for a browser on its machine; null for a location that does not work on one. */
  sandboxUrl: string | null;
}
