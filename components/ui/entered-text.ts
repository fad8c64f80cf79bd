const fields = 'input, textarea, [role="combobox"]';

/** Tracks input in the fields of an element, whatever component renders them. */
interface EnteredText {
  /** Records initial values. Call it before a user can change a field: on key, pointer and focus events inside. */
  look(part: Element): void;
  /** Whether a field, even one that was unmounted since, differs from its initial value. */
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
  if (!(field instanceof HTMLInputElement)) return field.textContent; // a combobox shows its value as text
  const isTicked = field.type === 'checkbox' || field.type === 'radio';
  return isTicked ? String(field.checked) : field.value;
}
