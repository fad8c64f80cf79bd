/**
 * Leads to the first mistake that an attempt has found, in whichever form of the page: where the focus is, the mistake is
 * read out. Once somebody enters something again, or is elsewhere by then, the focus stays where they are.
 * @returns ends it
 */
export function leadToMistakes(page: Document): () => void {
  let end = () => {};
  const watch = ({ target: form }: Event) => {
    end();
    if (!(form instanceof HTMLFormElement)) return;
    let frame = 0;
    const lead = () => {
      cancelAnimationFrame(frame);
      // once what was out of sight has come into it
      frame = requestAnimationFrame(() => {
        const { activeElement } = page;
        // a button that was touched has no focus in Safari: what it lies in has
        const isStillThere = !activeElement || activeElement.contains(form) || form.contains(activeElement);
        if (isStillThere) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      });
    };
    // fields take no focus while the form is being sent
    const count = () => (form.querySelector('[inert]') ? 0 : form.querySelectorAll('[aria-invalid="true"]').length);
    let known = count();
    const observer = new MutationObserver(() => {
      const found = count();
      // a calendar that opens, or one of two that is mended, is no new mistake
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
