/** Handles a scan instead of the check-in; `text` as the reader sent it. Empty: the last scan was only a part of a card. */
type ScanTarget = (text: string) => void;

/** Receives more from a reader than complete scans. */
interface ReaderWatch {
  /** A card was read only in part. */
  onCut(text: string): void;
  /** Any key outside of password fields, of a reader or a person, before the scan that it ends. */
  onKey(key: string, at: number): void;
}

const targets: { target: ScanTarget; watch: ReaderWatch | undefined }[] = [];

/**
 * Sends the scans of this page to `target` from now on, for example to a dialog that waits for a card to assign. The
 * last target that was added receives them.
 * @returns removes the target
 */
export function takeScans(target: ScanTarget, watch?: ReaderWatch): () => void {
  const entry = { target, watch };
  targets.push(entry);
  return () => {
    const index = targets.lastIndexOf(entry);
    if (index >= 0) targets.splice(index, 1);
  };
}

/** @returns whether a target has received the scan */
export function handOverScan(text: string): boolean {
  const last = targets.at(-1);
  last?.target(text);
  return last !== undefined;
}

/** @returns whether a target has received the part of a card */
export function handOverCut(text: string): boolean {
  const watch = targets.at(-1)?.watch;
  watch?.onCut(text);
  return watch !== undefined;
}

export const handOverKey = (key: string, at: number): void => targets.at(-1)?.watch?.onKey(key, at);

/** Whether a target receives scans instead of the check-in. */
export const isScanAwaited = (): boolean => targets.length > 0;
