/**
 * The props of an element that keeps the position of the keyboard focus in the page, where the focused control was
 * removed. Nothing can be entered there.
 */
export const focusPlace = { tabIndex: -1, 'data-focus-place': '' } as const;

/** Whether no control has the keyboard focus. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.hasAttribute('data-focus-place');
}
