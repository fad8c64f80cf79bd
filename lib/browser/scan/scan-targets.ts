/** Takes a scan in place of the check-in; text as the reader sent it. */
type ScanTarget = (text: string) => void;

const targets: ScanTarget[] = [];

/**
 * From now on, what is scanned on this page goes to `target`: a dialog that waits for a card to assign, say. The one
 * that asked last gets it.
 * @returns ends it
 */
export function takeScans(target: ScanTarget): () => void {
  targets.push(target);
  return () => {
    const index = targets.lastIndexOf(target);
    if (index >= 0) targets.splice(index, 1);
  };
}

/** @returns whether somebody was waiting for a scan */
export function handOverScan(text: string): boolean {
  const target = targets.at(-1);
  target?.(text);
  return target !== undefined;
}

/** Whether somebody waits for a scan in place of the check-in. */
export const isScanAwaited = (): boolean => targets.length > 0;
