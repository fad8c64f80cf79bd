import { displayScan } from '#lib/wire/reader/card-number.ts';
import { notWhole, type UnknownVerdict } from '#lib/wire/verdict.ts';

interface CutTap {
  tapId: string;
  /** Epoch milliseconds by the desk's clock. */
  at: number;
  /** The part of the card number that was read. */
  part: string;
}

/** The verdict for a card that was read only in part: it names no member and says what to do. No request is sent. */
export function cutVerdict({ tapId, at, part }: CutTap): UnknownVerdict {
  const { decision, scanned } = notWhole(displayScan(part));
  return { ...decision, scanned, tapId, tappedAt: new Date(at).toISOString() };
}
