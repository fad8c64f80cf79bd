/** A card of the demo chain, listed on the sign-in page and in the README. */
export interface DemoCard {
  /** What to scan or type. */
  value: string;
  name: string;
  /** Which case the card shows. */
  shows: string;
}
