const fields = 'input, textarea, [role="combobox"]';

/** What somebody has entered in the fields of a part of the page, whatever writes them. */
interface EnteredText {
  /** To be called before anybody can have changed a field: at each key, press and focus within. */
  look(part: Element): void;
  /** Whether a field, also one that is gone meanwhile, says something else than when it was first looked at. */
  hasChanged(): boolean;
}

export function watchEnteredText(): EnteredText {
  const first = new Map<HTMLElement, string>();
  return {
    look(part) {
      for (const field of part.querySelectorAll<HTMLElement>(fields)) {
        if (!first.has(field)) first.set(field, entryOf(field));
      }
    },
    hasChanged: () => [...first].some(([field, value]) => entryOf(field) !== value),
  };
}

function entryOf(field: HTMLElement): string {
  if (field instanceof HTMLTextAreaElement) return field.value;
  if (!(field instanceof HTMLInputElement)) return field.textContent; // a choice says what is chosen
  const isTicked = field.type === 'checkbox' || field.type === 'radio';
  return isTicked ? String(field.checked) : field.value;
}
