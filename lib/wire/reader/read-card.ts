import type { ScanSource } from './identify.ts';

/** A card as a reader sent it, or as a person typed its number. */
export interface ReadCard {
  card: string;
  source: ScanSource;
}
