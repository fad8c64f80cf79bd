/**
 * Runs `then` at the next press, before the page handles it. For a server that is back only when a retry is pressed: a moment
 * earlier, the page's own retry could succeed and take the button away.
 */
export function atNextPress(then: () => void): void {
  document.addEventListener('click', then, { capture: true, once: true });
}
