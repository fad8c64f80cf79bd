/**
 * After a failed submit, focuses the first invalid field of the form, so that a screen reader announces the error. If
 * the user types again or has moved the focus elsewhere, the focus stays there.
 * @returns removes the listeners
 */
export function leadToMistakes(page: Document): () => void {
  let end = () => {};
  const watch = ({ target: form }: Event) => {
    end();
    if (!(form instanceof HTMLFormElement)) return;
    let frame = 0;
    const lead = () => {
      cancelAnimationFrame(frame);
      const before = page.activeElement;
      // after content that was hidden has been rendered; a busy browser may draw it only after the user has gone on
      frame = requestAnimationFrame(() => {
        const { activeElement } = page;
        // Safari does not focus a touched button: then its container has the focus
        const isStillThere =
          !activeElement || activeElement.contains(form) || (activeElement === before && form.contains(activeElement));
        if (isStillThere) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      });
    };
    // fields are inert while the form is being sent
    const count = () => (form.querySelector('[inert]') ? 0 : form.querySelectorAll('[aria-invalid="true"]').length);
    let known = count();
    const observer = new MutationObserver(() => {
      const found = count();
      // an opened calendar, or one of two errors corrected, is no new error
      if (found > known) lead();
      known = found;
    });
    const attributeFilter = ['aria-invalid', 'inert'];
    observer.observe(form, { subtree: true, childList: true, attributes: true, attributeFilter });
    end = () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      page.removeEventListener('input', end, { capture: true });
    };
    page.addEventListener('input', end, { capture: true });
    lead();
  };
  page.addEventListener('submit', watch, { capture: true });
  return () => {
    end();
    page.removeEventListener('submit', watch, { capture: true });
  };
}
