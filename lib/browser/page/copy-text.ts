/**
 * Copies the content of a field to the clipboard. Over plain HTTP the clipboard is not available: the field is then selected,
 * and the browser's older way is tried.
 * @returns whether it was copied
 */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    // undefined without a secure context
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(field.value);
      return true;
    }
  } catch {
    // not permitted: the older way may still be
  }
  return document.execCommand('copy');
}
