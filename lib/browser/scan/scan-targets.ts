/** Handles a scan instead of the check-in; `text` as the reader sent it. */
type ScanTarget = (text: string) => void;

const targets: ScanTarget[] = [];

/**
 * Sends the scans of this page to `target` from now on, for example to a dialog that waits for a card to assign. The
 * last target that was added receives them.
 * @returns removes the target
 */
export function takeScans(target: ScanTarget): () => void {
  targets.push(target);
  return () => {
    const index = targets.lastIndexOf(target);
    if (index >= 0) targets.splice(index, 1);
  };
}

/** @returns whether a target has received the scan */
export function handOverScan(text: string): boolean {
  const target = targets.at(-1);
  target?.(text);
  return target !== undefined;
}

/** Whether a target receives scans instead of the check-in. */
export const isScanAwaited = (): boolean => targets.length > 0;
