/** The state of a field before a key. */
export interface FieldSnapshot {
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null;
  value: string;
  selection: [start: number, end: number] | null;
  /** The focused element before the key. */
  focus: Element | null;
}

const textlessInputs = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

export function isTextField(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !textlessInputs.has(element.type) && !element.readOnly;
  return element instanceof HTMLTextAreaElement;
}

export function takeSnapshot(element: Element | null, focus: Element | null): FieldSnapshot {
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  if (!isField) return { field: null, value: '', selection: null, focus };
  return { field: element, value: element.value, selection: selectionOf(element), focus };
}

/** Restores a field and the focus. */
export function restoreField({ field, value, selection, focus }: FieldSnapshot): void {
  if (field?.isConnected && field.value !== value) {
    setField(field, value);
    if (selection && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...selection);
  }
  if (focus instanceof HTMLElement && focus.isConnected && focus !== document.body) focus.focus();
}

/** Email and number inputs have no selection. */
function selectionOf(field: Exclude<FieldSnapshot['field'], null>): FieldSnapshot['selection'] {
  if (field instanceof HTMLSelectElement || field.selectionStart === null || field.selectionEnd === null) return null;
  return [field.selectionStart, field.selectionEnd];
}

/**
 * Sets the value of a field so that React's `onChange` fires. React tracks the values that it sets itself and ignores
 * events without a change, so the setter of the element's prototype is called.
 */
export function setField(field: Exclude<FieldSnapshot['field'], null>, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Types text again that was entered before hydration: React has overwritten it or missed its events. */
export function typeAgain(field: Element | null, text: string): void {
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isText || !field.isConnected) return;
  setField(field, '');
  setField(field, text);
}
