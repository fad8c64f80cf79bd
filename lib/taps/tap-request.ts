/** A card held to the reader or a button pressed, minted once in the page. Every attempt carries the same ids. */
export type TapRequest = {
  tapId: string;
  /** Where it was made: a tap that waits outlives a change of location. */
  locationId: string;
  /** Epoch milliseconds by the browser's clock. */
  tappedAt: number;
} & (
  | { kind: 'lookUp'; source: 'scan' | 'typed'; value: string }
  | { kind: 'checkIn' | 'checkOut'; accountId: string }
  | { kind: 'admitAnyway'; accountId: string; reason: string }
);
