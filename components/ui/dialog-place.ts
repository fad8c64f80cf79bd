import { createContext } from 'react';

/** The element that dialogs are rendered in: above a native modal dialog, only its own content is shown. Null for the page. */
export const DialogPlace = createContext<HTMLElement | null>(null);
