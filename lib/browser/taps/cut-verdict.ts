import { displayScan } from '#lib/wire/reader/card-number.ts';
import { notWhole, type UnknownVerdict } from '#lib/wire/verdict.ts';

interface CutTap {
  tapId: string;
  /** Epoch milliseconds by the desk's clock. */
  at: number;
  /** What was read of the card. */
  part: string;
}

/** What stands on the screen for a card that was not read whole: nobody, and what to do. The desk is not asked. */
export function cutVerdict({ tapId, at, part }: CutTap): UnknownVerdict {
  const { decision, scanned } = notWhole(displayScan(part));
  return { ...decision, scanned, tapId, tappedAt: new Date(at).toISOString() };
}
